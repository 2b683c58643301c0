import { at } from "../Api.ts"
import { expect, open, test } from "../Test.ts"

test("Selected contacts are opted out, and all contacts that a search finds are opted in again.", async ({
  api,
  page
}) => {
  const dialog = page.getByRole("dialog")
  const optedOut = async () => at(await api.ask("GET", "/v1/opt-outs?limit=100"), "opt_outs", "length")
  const before = Number(await optedOut())
  await open(page, `contacts?filters=${encodeURIComponent(JSON.stringify({ all: [["city", "equals", "Bremen"]] }))}`)
  const rows = page.getByRole("checkbox", { name: /^Choose / })
  for (const row of [1, 2, 3]) await rows.nth(row).check()
  await page.getByText("3 chosen").waitFor()

  await page.getByRole("button", { name: "Opt out" }).click()
  await dialog.getByText("Opt 3 contacts out?").waitFor()
  await dialog.getByRole("button", { name: "Cancel" }).click()
  expect(await optedOut(), "opt-outs after it was cancelled").toBe(before)
  await page.getByRole("button", { name: "Opt out" }).click()
  await dialog.getByRole("button", { name: "Opt out" }).click()
  await dialog.waitFor({ state: "detached" })
  await expect.poll(optedOut).toBe(before + 3)

  await page.getByRole("checkbox", { name: "Select all loaded contacts" }).check()
  await page.getByRole("button", { name: /^Select all/ }).click()
  await page.getByRole("button", { name: "Opt in" }).click()
  await dialog.getByRole("button", { name: "Opt in" }).click()
  await dialog.waitFor({ state: "detached", timeout: 60_000 })
  await expect.poll(optedOut).toBe(before)
})
