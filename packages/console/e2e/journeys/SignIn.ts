import { open, type Journey, type Views } from "../Journey.ts"

export const views: Views = async () => ({ contacts: "contacts" })

/** Who has signed in sees the contacts, and after a reload too; the token is in no address. */
export const journey: Journey = async (page, api) => {
  await open(page, api, "contacts")
  await page.getByText("5,000").first().waitFor()
  await page.reload()
  await page.getByText("5,000").first().waitFor()
  if (page.url().includes(api.token)) throw new Error(`the token is in the address: ${page.url()}`)
  const kept = await page.evaluate(() => [JSON.stringify(localStorage), document.cookie])
  if (kept.join("").includes(api.token)) throw new Error("the token outlives its tab")
}
