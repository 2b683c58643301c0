import { textAt } from "../Api.ts"
import { expect, open, test } from "../Test.ts"

test("An operator creates a webhook, a token and settings; a user with fewer scopes sees which ones are missing.", async ({
  api,
  page
}) => {
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
  const secretOf = async () => {
    const secret = await page.locator("dialog input[readonly]").inputValue()
    await press("Done")
    return secret
  }

  // A webhook: a rejected URL is reported at its input, and typed values survive a reload.
  await open(page, "webhooks")
  await page.getByRole("button", { name: "New webhook" }).click()
  api.expect(422, "/v1/webhooks")
  await page.getByLabel("URL").fill("http://127.0.0.1/hook")
  await press("Create the webhook")
  await page.getByText("must be an https URL").first().waitFor()
  await page.getByLabel("URL").fill("https://hooks.example.net/new")
  await page.getByLabel("Events").selectOption("some")
  await page.getByLabel("Contact created").check()
  await page.reload()
  await expect(page.getByLabel("URL")).toHaveValue("https://hooks.example.net/new")
  await press("Create the webhook")
  expect(await secretOf()).toMatch(/^whsec_/)
  const made = page.getByRole("listitem").filter({ hasText: "https://hooks.example.net/new" })
  await made.getByText("Contact created").waitFor()
  await made.getByRole("button", { name: /^Actions for/ }).click()
  await page.getByRole("menuitem", { name: "Delete" }).click()
  await press("Delete the webhook")
  await made.waitFor({ state: "detached" })

  // A token with few scopes.
  await open(page, "tokens")
  await page.getByRole("button", { name: "New token" }).click()
  await page.getByLabel("Name").fill("Reception")
  for (const scope of ["events:read", "tokens:read", "tokens:write"]) await page.getByLabel(scope).check()
  await press("Create the token")
  const token = await secretOf()
  await page.getByRole("row").filter({ hasText: "Reception" }).getByText("tokens:read").waitFor()

  // Settings: unsaved changes survive a reload, and the page explains them.
  await open(page, "settings")
  await page.getByLabel("Send no marketing at certain hours").check()
  await page.getByLabel("From", { exact: true }).fill("22:00")
  await page.getByLabel("Until", { exact: true }).fill("22:00")
  await page.reload()
  await page.getByText("Unsaved changes restored").waitFor()
  api.expect(422, "/v1/settings")
  await press("Save the settings")
  await page.getByText("must differ from the time at which quiet hours begin").first().waitFor()
  await page.getByLabel("Until", { exact: true }).fill("07:30")
  await page.getByText("No contact gets marketing between 22:00 and 07:30 of the next day").waitFor()
  await press("Save the settings")
  await page.getByText("The settings are saved").waitFor()
  expect(textAt(await api.ask("GET", "/v1/settings"), "quiet_hours", "until")).toBe("07:30")

  // With the weaker token, views name the missing scope, and no stronger token can be created.
  await page.evaluate((weaker) => sessionStorage.setItem("rollcall.token", JSON.stringify(weaker)), token)
  api.expect(403, "/")
  await open(page, "webhooks")
  await page.getByText("lacks the scope webhooks:read").waitFor()
  await open(page, "settings")
  await page.getByText("lacks the scope broadcasts:read").waitFor()
  await open(page, "tokens?new")
  await expect(page.getByLabel("contacts:write"), "a scope of a stronger token").toBeDisabled()
  await expect(page.getByLabel("events:read"), "a scope of its own").toBeEnabled()

  // The token revokes itself, and the page asks for another token.
  await open(page, "tokens")
  await page.getByRole("button", { name: "Revoke Reception" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click()
  await page.getByRole("heading", { name: "Log in" }).waitFor()
})
