import { textAt } from "../Api.ts"
import { expect, open, test } from "../Test.ts"

test("Events appear as they occur, wait while the view is paused, and can be read again from the oldest.", async ({
  api,
  page
}) => {
  const rows = (text: string) => page.locator("tbody tr").filter({ hasText: text })
  const create = async (phone_number: string) =>
    textAt(await api.ask("POST", "/v1/contacts", { first_name: "Grace", phone_number }), "uuid")

  await open(page, "events?types=contact.created,contact.archived")
  await page.getByText("Live", { exact: true }).waitFor()
  const uuid = await create("+493012345601")
  const shown = rows(`…${uuid.slice(-6)}`).filter({ hasText: "Contact created" })
  await shown.getByRole("link").waitFor()
  await expect(shown.getByRole("link")).toHaveAttribute("href", RegExp(`/contacts/${uuid}$`))

  await page.getByRole("button", { name: "Pause" }).click()
  const second = await create("+493012345602")
  await page.getByText("Paused, 1 waits").waitFor()
  await expect(rows(`…${second.slice(-6)}`), "an event while it is paused").toHaveCount(0)
  await page.getByRole("button", { name: "Continue" }).click()
  await rows(`…${second.slice(-6)}`).waitFor()

  // An import is shown with its rows, optionally filtered by outcome.
  await page.goto(page.url().replace(/\?.*/, "?oldest&types=import.completed"))
  await page.locator('a[href*="/imports/"]').first().click()
  await page.getByText("1,000 rows: 1,000 created").waitFor()
  await page.getByLabel("Which rows").selectOption("Failed")
  await page.getByText("No rows match").waitFor()
  await open(page, "events?types=contact.created,contact.archived")

  // Choices are in the URL, and back undoes them one at a time.
  await page.getByLabel("Start at").selectOption("oldest")
  await rows("Contact created").first().waitFor()
  await page.getByRole("button", { name: "2 types" }).click()
  await page.getByLabel("Imports").check()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "4 types" }).waitFor()
  await expect(page).toHaveURL(/import\.completed/)
  await page.goBack()
  await page.getByRole("button", { name: "2 types" }).waitFor()
  await page.goBack()
  await page.getByText("Live", { exact: true }).waitFor()
})
