import { textAt } from "../Api.ts"
import { open, type Journey, type Views } from "../Journey.ts"

export const views: Views = async () => ({
  events: "events",
  "events-oldest": "events?oldest",
  messages: "messages",
  "messages-maybe": "messages?asks=maybe"
})

/** What happens is shown as it happens, waits while it is paused, and can be read again from the oldest on. */
export const journey: Journey = async (page, api) => {
  const rows = (text: string) => page.locator("tbody tr").filter({ hasText: text })
  const create = async (phone_number: string) =>
    textAt(await api.ask("POST", "/v1/contacts", { first_name: "Grace", phone_number }), "uuid")

  await open(page, api, "events?types=contact.created,contact.archived")
  await page.getByText("Live", { exact: true }).waitFor()
  const uuid = await create("+493012345601")
  const shown = rows(`…${uuid.slice(-6)}`).filter({ hasText: "Contact created" })
  await shown.getByRole("link").waitFor()
  if (!(await shown.getByRole("link").getAttribute("href"))?.endsWith(`/contacts/${uuid}`)) {
    throw new Error("the event does not lead to its contact")
  }

  await page.getByRole("button", { name: "Pause" }).click()
  const second = await create("+493012345602")
  await page.getByText("Paused, 1 waits").waitFor()
  if ((await rows(`…${second.slice(-6)}`).count()) > 0) throw new Error("it is shown while it is paused")
  await page.getByRole("button", { name: "Continue" }).click()
  await rows(`…${second.slice(-6)}`).waitFor()

  // An import is shown with its rows, those with an outcome where one is chosen.
  await page.goto(page.url().replace(/\?.*/, "?oldest&types=import.completed"))
  await page.locator('a[href*="/imports/"]').first().click()
  await page.getByText("1,000 rows: 1,000 became contacts").waitFor()
  await page.getByLabel("Which rows").selectOption("Failed")
  await page.getByText("No such rows").waitFor()
  await open(page, api, "events?types=contact.created,contact.archived")

  // What is chosen is in the URL, and back undoes it step by step.
  await page.getByLabel("From when").selectOption("oldest")
  await rows("Contact created").first().waitFor()
  await page.getByRole("button", { name: "2 types" }).click()
  await page.getByLabel("Imports").check()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "4 types" }).waitFor()
  if (!page.url().includes("import.completed")) throw new Error(`the types are not in the address: ${page.url()}`)
  await page.goBack()
  await page.getByRole("button", { name: "2 types" }).waitFor()
  await page.goBack()
  await page.getByText("Live", { exact: true }).waitFor()
}
