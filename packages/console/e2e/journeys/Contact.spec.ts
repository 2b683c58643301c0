import { at, textAt } from "../Api.ts"
import { expect, open, test } from "../Test.ts"
import { hostile } from "../Seed.ts"

test("A contact is edited: an API error appears next to its input, survives a reload and is corrected. A note with markup is shown as text. The contact is opted out, opted in again from the list of opt-outs, and erased after its name was typed.", async ({
  api,
  page
}) => {
  const created = await api.ask("POST", "/v1/contacts", {
    first_name: "Grace",
    last_name: "Hopper",
    phone_number: "+493023125004",
    custom_fields: { points: 3 }
  })
  const path = `contacts/${textAt(created, "uuid")}`
  const button = (name: string) => page.getByRole("button", { name, exact: true })
  const dialog = page.getByRole("dialog")
  await open(page, path)
  await page.getByRole("heading", { level: 1, name: "Grace Hopper" }).waitFor()

  await button("Edit").press("Enter")
  await page.getByLabel("Points").fill("many")
  await page.getByLabel("Plan").selectOption("Pro")
  await page.reload()
  await page.getByText("Your unsaved changes are restored.").waitFor()
  api.expect(422, "/v1/contacts/")
  await page.getByLabel("Points").press("Enter")
  await page
    .getByText(/must be a whole number/)
    .first()
    .waitFor()
  await expect(page.getByLabel("Points"), "the input that was refused").toBeFocused()
  await page.getByLabel("Points").fill("12")
  // Changes that someone else made in the meantime are kept.
  await api.ask("PATCH", `/v1/${path}`, { last_name: "Murray" })
  await page.getByLabel("Points").press("Enter")
  await page.getByRole("heading", { level: 1, name: "Grace Murray" }).waitFor()
  await page.getByRole("term").filter({ hasText: "Plan" }).waitFor()

  await page.getByRole("tab", { name: "Notes" }).click()
  await page.getByLabel("Note", { exact: true }).fill(hostile)
  await button("Add the note").press("Enter")
  await page.getByRole("listitem").getByText(hostile).waitFor()
  await page.goBack()
  await page.getByRole("listitem").filter({ hasText: "Changed" }).getByText("12", { exact: true }).waitFor()

  await button("Opt out").press("Enter")
  await dialog.getByRole("button", { name: "Opt out" }).press("Enter")
  await page.getByText("Excluded from all broadcasts").waitFor()

  // The opt-out is in the list of opt-outs, which is filtered and longer than a page.
  const others = at(await api.ask("GET", "/v1/contacts?limit=100"), "contacts")
  const reachable = Array.isArray(others) ? others.slice(3).filter((one) => at(one, "phone_number") !== null) : []
  for (const one of reachable.slice(0, 20)) {
    await api.ask("POST", `/v1/contacts/${textAt(one, "uuid")}/opt-out?scope=marketing`)
  }
  await open(page, "opt-outs")
  const rows = page.locator("tbody tr")
  await button("Show more").press("Enter")
  await expect(rows).toHaveCount(22)
  await page.getByLabel("Scope").selectOption("From all messages")
  await expect(rows).toHaveCount(2)
  await page.getByLabel("Source").selectOption("Import")
  await page.getByText("No opt-outs match").waitFor()
  await page.goBack()
  await rows.filter({ hasText: "Grace Murray" }).getByText("Console or API").waitFor()
  await button("Opt in Grace Murray").press("Enter")
  await dialog.getByRole("button", { name: "Opt in" }).press("Enter")
  await rows.filter({ hasText: "Grace Murray" }).waitFor({ state: "detached" })
  await open(page, path)
  await page.getByText("Broadcasts reach this contact.").waitFor()
  await page.getByRole("combobox", { name: "Add to a list" }).fill("Team")
  await page.getByRole("option", { name: /Team plan/ }).waitFor()
  await page.keyboard.press("Enter")
  await page.getByRole("link", { name: "Team plan" }).first().waitFor()

  await button("Actions").press("Enter")
  await page.getByRole("menuitem", { name: "Erase for good" }).press("Enter")
  await dialog.getByRole("button", { name: "Continue" }).press("Enter")
  await dialog.getByRole("textbox").fill("Grace Hopper")
  await dialog.getByRole("textbox").press("Enter")
  await dialog.getByText("Type Grace Murray exactly as shown.").first().waitFor()
  await dialog.getByRole("textbox").fill("grace murray")
  await dialog.getByRole("textbox").press("Enter")
  await page.getByText(/The contact is erased, with 1 note/).waitFor()
  await page.getByText("5,000").first().waitFor()
})
