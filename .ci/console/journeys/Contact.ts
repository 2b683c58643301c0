import { textAt } from "../Api.ts"
import { type Journey, open, type Views } from "../Journey.ts"
import { hostile } from "../Seed.ts"

export const views: Views = async ({ ask }) => {
  const page = await ask("GET", "/v1/contacts?limit=3")
  return {
    contact: `contacts/${textAt(page, "contacts", 0, "uuid")}`,
    "contact-notes": `contacts/${textAt(page, "contacts", 2, "uuid")}?tab=notes`
  }
}

/**
 * A contact is edited: what the API refuses stands beside its input, survives a reload and is mended. A note with markup
 * is text. The contact is opted out, archived, and erased after its name was typed.
 */
export const journey: Journey = async (page, api) => {
  const created = await api.ask("POST", "/v1/contacts", {
    first_name: "Grace",
    last_name: "Hopper",
    phone_number: "+493023125004",
    custom_fields: { points: 3 }
  })
  const path = `contacts/${textAt(created, "uuid")}`
  const button = (name: string) => page.getByRole("button", { name, exact: true })
  const dialog = page.getByRole("dialog")
  await open(page, api, path)
  await page.getByRole("heading", { level: 1, name: "Grace Hopper" }).waitFor()

  await button("Edit").press("Enter")
  await page.getByLabel("Points").fill("many")
  await page.getByLabel("Plan").selectOption("Pro")
  await page.reload()
  await page.getByText("What you typed before is here again.").waitFor()
  api.expect(422, "/v1/contacts/")
  await page.getByLabel("Points").press("Enter")
  await page
    .getByText(/must be an integer/)
    .first()
    .waitFor()
  if (!(await page.getByLabel("Points").evaluate((input) => input === document.activeElement))) {
    throw new Error("the input that was refused has no focus")
  }
  await page.getByLabel("Points").fill("12")
  // What someone else has changed meanwhile stays.
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
  await page.getByText("Broadcasts leave this contact out").waitFor()
  await page.getByRole("combobox", { name: "Add to a list" }).fill("Team")
  await page.getByRole("option", { name: /Team plan/ }).waitFor()
  await page.keyboard.press("Enter")
  await page.getByRole("link", { name: "Team plan" }).first().waitFor()

  await button("Actions").press("Enter")
  await page.getByRole("menuitem", { name: "Erase for good" }).press("Enter")
  await dialog.getByRole("button", { name: "Continue" }).press("Enter")
  await dialog.getByRole("textbox").fill("Grace Hopper")
  await dialog.getByRole("textbox").press("Enter")
  await dialog.getByText("Type Grace Murray as it is written here.").first().waitFor()
  await dialog.getByRole("textbox").fill("grace murray")
  await dialog.getByRole("textbox").press("Enter")
  await page.getByText(/The contact is erased, with 1 note/).waitFor()
  await page.getByText("5,000").first().waitFor()
}
