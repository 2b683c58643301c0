import { textAt } from "../Api.ts"
import { atRest, open, viewUrl, type Journey, type Views } from "../Journey.ts"

export const views: Views = async () => ({
  overview: "",
  webhooks: "webhooks",
  "webhook-new": "webhooks?new",
  tokens: "tokens",
  "token-new": "tokens?new",
  settings: "settings"
})

/** An operator makes a webhook, a token and settings; whose token is weaker sees what it lacks. */
export const journey: Journey = async (page, api) => {
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
  const secretOf = async () => {
    const secret = await page.locator("dialog input[readonly]").inputValue()
    await press("Done")
    return secret
  }

  // A webhook: a URL that is refused is named beside its input, and what is typed survives a reload.
  await open(page, api, "webhooks")
  await page.getByRole("button", { name: "New webhook" }).click()
  api.expect(422, "/v1/webhooks")
  await page.getByLabel("URL").fill("http://127.0.0.1/hook")
  await press("Create the webhook")
  await page.getByText("must be an https URL").first().waitFor()
  await page.getByLabel("URL").fill("https://hooks.example.net/new")
  await page.getByLabel("Events").selectOption("some")
  await page.getByLabel("Contact created").check()
  await page.reload()
  if ((await page.getByLabel("URL").inputValue()) !== "https://hooks.example.net/new") throw new Error("it was lost")
  await press("Create the webhook")
  if (!(await secretOf()).startsWith("whsec_")) throw new Error("the secret of the webhook is not shown")
  const made = page.getByRole("listitem").filter({ hasText: "https://hooks.example.net/new" })
  await made.getByText("Contact created").waitFor()
  await made.getByRole("button", { name: /^What can be done/ }).click()
  await page.getByRole("menuitem", { name: "Delete" }).click()
  await press("Delete the webhook")
  await made.waitFor({ state: "detached" })

  // A token that allows little.
  await open(page, api, "tokens")
  await page.getByRole("button", { name: "New token" }).click()
  await page.getByLabel("Name").fill("Reception")
  for (const scope of ["events:read", "tokens:read", "tokens:write"]) await page.getByLabel(scope).check()
  await press("Create the token")
  const token = await secretOf()
  await page.getByRole("row").filter({ hasText: "Reception" }).getByText("tokens:read").waitFor()

  // Settings: what is not saved survives a reload, and its meaning is said.
  await open(page, api, "settings")
  await page.getByLabel("Send no marketing at certain hours").check()
  await page.getByLabel("From", { exact: true }).fill("22:00")
  await page.getByLabel("Until", { exact: true }).fill("22:00")
  await page.reload()
  await page.getByText("Changes from before, not saved yet").waitFor()
  api.expect(422, "/v1/settings")
  await press("Save the settings")
  await page.getByText("must differ from the time at which they begin").first().waitFor()
  await page.getByLabel("Until", { exact: true }).fill("07:30")
  await page.getByText("No contact gets marketing between 22:00 and 07:30 of the next day").waitFor()
  await press("Save the settings")
  await page.getByText("The settings are saved").waitFor()
  const saved = textAt(await api.ask("GET", "/v1/settings"), "quiet_hours", "until")
  if (saved !== "07:30") throw new Error(`the settings say ${saved}`)

  // With the weaker token: the views say which scope is needed, and no stronger token can be chosen.
  await page.evaluate((weaker) => sessionStorage.setItem("rollcall.token", JSON.stringify(weaker)), token)
  api.expect(403, "/")
  await open(page, api, "webhooks")
  await page.getByText("lacks the scope webhooks:read").waitFor()
  await open(page, api, "settings")
  await page.getByText("lacks the scope broadcasts:read").waitFor()
  await open(page, api, "tokens?new")
  if (await page.getByLabel("contacts:write").isEnabled()) throw new Error("a stronger token can be chosen")
  if (await page.getByLabel("events:read").isDisabled()) throw new Error("a scope of the token's own cannot be chosen")

  // It revokes itself, and the page asks for another one.
  await page.goto(viewUrl(api, "tokens"))
  await atRest(page)
  await page.getByRole("button", { name: "Revoke Reception" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click()
  await page.getByRole("heading", { name: "Log in" }).waitFor()
}
