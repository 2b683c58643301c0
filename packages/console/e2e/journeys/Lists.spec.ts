import { numberAt, textAt } from "../Api.ts"
import { expect, open, test } from "../Test.ts"

test("A list is created and filled by a search and by numbers, one of them unknown; contacts are removed; the list is renamed.", async ({
  api,
  page
}) => {
  await open(page, "lists")
  const dialog = page.getByRole("dialog")
  await page.getByRole("button", { name: "New list" }).press("Enter")
  await dialog.getByLabel("Name").fill("Regulars")
  await page.reload()
  await dialog.getByLabel("Emoji").fill("no emoji")
  api.expect(422, "/v1/contact-lists")
  await dialog.getByLabel("Name").press("Enter")
  await dialog.locator("[aria-invalid=true]").waitFor()
  await dialog.getByLabel("Emoji").fill("🌱")
  await dialog.getByLabel("Name").press("Enter")
  await page.getByRole("heading", { level: 1, name: "🌱 Regulars" }).waitFor()

  await page.getByRole("button", { name: "Add contacts" }).press("Enter")
  await dialog.getByRole("searchbox").fill("person12@example.org")
  await dialog.getByText("The 1 contact found").click()
  await dialog.getByRole("button", { name: "Add 1 contact" }).press("Enter")
  await dialog.getByText("1 contact is added.").waitFor()
  await dialog.getByRole("button", { name: "Close" }).last().press("Enter")
  await page.getByText("1 contact", { exact: true }).first().waitFor()

  const found = await api.ask("POST", "/v1/contacts/search?limit=2", { search_term: "person13" })
  const number = (index: number) => textAt(found, "contacts", index, "phone_number")
  await page.getByRole("button", { name: "Add contacts" }).press("Enter")
  await dialog.getByRole("tab", { name: "By numbers" }).click()
  await dialog.getByRole("textbox", { name: "Numbers" }).fill(`${number(0)}\n${number(1)}\n+4915100000000`)
  await dialog.getByRole("button", { name: "Add by 3 numbers" }).press("Enter")
  await dialog.getByText("2 contacts are added.").waitFor()
  await dialog.getByRole("listitem").getByText("+4915100000000").waitFor()
  await page.keyboard.press("Escape")
  await page.getByText("3 contacts", { exact: true }).first().waitFor()

  await page.locator("tbody tr").first().press("Space")
  await page.getByRole("button", { name: "Remove from the list" }).press("Enter")
  await page.getByText("2 contacts", { exact: true }).first().waitFor()
  await page.getByRole("button", { name: "More" }).press("Enter")
  await page.getByRole("menuitem", { name: "Rename" }).press("Enter")
  await dialog.getByLabel("Name").fill("Friends")
  await dialog.getByLabel("Name").press("Enter")
  await page.getByRole("heading", { level: 1, name: "🌱 Friends" }).waitFor()

  const uuid = new URL(page.url()).pathname.split("/").at(-1) ?? ""
  const members = await api.ask("GET", `/v1/contact-lists/${uuid}/contacts`)
  expect(numberAt(members, "pagination", "total")).toBe(2)
  const write = page.getByRole("link", { name: "Write to this list" })
  await expect(write).toHaveAttribute("href", RegExp(`/compose\\?list=${uuid}$`))
})
