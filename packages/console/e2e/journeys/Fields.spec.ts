import { at } from "../Api.ts"
import { expect, open, test } from "../Test.ts"

const kinds = [
  "Text",
  "Whole number",
  "Decimal number",
  "Percentage",
  "Yes or no",
  "Date",
  "Date and time",
  "Time of day",
  "Anniversary",
  "One of several options",
  "Any of several options",
  "User"
]

test("A field of each kind is defined by keyboard. Options are rejected, corrected and renamed, and a field is archived.", async ({
  api,
  page
}) => {
  await open(page, "fields")
  const dialog = page.getByRole("dialog")
  for (const [index, kind] of kinds.entries()) {
    await page.getByRole("button", { name: "New field" }).press("Enter")
    await dialog.getByLabel("Name").fill(`Field ${index}`)
    await dialog.getByLabel("Kind").selectOption(kind)
    if (kind.includes("several")) {
      await dialog.getByLabel("Option 1").fill("Small")
      await page.keyboard.press("Enter")
      await page.keyboard.type("Small")
      api.expect(422, "/v1/custom-fields")
      await dialog.getByLabel("Name").press("Enter")
      await dialog.getByText("repeats an earlier option").first().waitFor()
      await page.reload()
      await dialog.getByLabel("Option 2").fill("Large")
    }
    await dialog.getByLabel("Name").press("Enter")
    await page.getByRole("link", { name: `Field ${index}`, exact: true }).waitFor()
  }
  const fields = at(await api.ask("GET", "/v1/custom-fields?limit=100"), "custom_fields")
  const made = Array.isArray(fields) ? fields.filter((field) => String(at(field, "name")).startsWith("Field ")) : []
  const types = new Set(made.map((field) => at(field, "field_type")))
  expect(types.size).toBe(kinds.length)

  await page.getByRole("link", { name: "Field 9", exact: true }).press("Enter")
  await dialog.getByLabel("Option 1").fill("Tiny")
  await dialog.getByRole("button", { name: "Remove Large" }).press("Enter")
  await dialog.getByRole("button", { name: "Save" }).press("Enter")
  await dialog.waitFor({ state: "detached" })
  await page
    .getByRole("row", { name: /Field 9/ })
    .getByText("1 option")
    .waitFor()
  await page.getByRole("button", { name: "Archive Field 0" }).press("Enter")
  await dialog.getByText("0 contacts have a value for it.").waitFor()
  await dialog.getByRole("button", { name: "Archive", exact: true }).press("Enter")
  await page.getByRole("link", { name: "Field 0", exact: true }).waitFor({ state: "detached" })
  await page.getByRole("tab", { name: "Archived" }).press("Enter")
  await page.getByRole("row", { name: /Field 0 field_0/ }).waitFor()
  await page.getByRole("button", { name: "Restore Field 0" }).press("Enter")
  await dialog.getByRole("button", { name: "Restore", exact: true }).press("Enter")
  await page.getByText("No archived fields").waitFor()
})
