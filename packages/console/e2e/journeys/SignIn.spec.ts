import { expect, open, test } from "../Test.ts"

test("A signed-in user sees the contacts, also after a reload; no URL contains the token.", async ({ api, page }) => {
  await open(page, "contacts")
  await page.getByText("5,000").first().waitFor()
  await page.reload()
  await page.getByText("5,000").first().waitFor()
  expect(page.url()).not.toContain(api.token)
  const kept = await page.evaluate(() => [JSON.stringify(localStorage), document.cookie])
  expect(kept.join(""), "what outlives the tab").not.toContain(api.token)
})
