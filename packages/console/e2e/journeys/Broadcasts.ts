import { at, numberAt, textAt, until } from "../Api.ts"
import { atRest, open, type Journey, type Views } from "../Journey.ts"
import type { Api } from "../Api.ts"

/** Broadcasts that the database has, by their names. */
const namesOf = async ({ ask }: Api): Promise<ReadonlyMap<string, string>> => {
  const { broadcasts } = { broadcasts: at(await ask("GET", "/broadcasts"), "broadcasts") }
  if (!Array.isArray(broadcasts)) throw new Error("there is no list of broadcasts")
  return new Map(broadcasts.map((one: unknown) => [textAt(one, "name"), textAt(one, "uuid")]))
}

export const views: Views = async (api) => {
  const names = await namesOf(api)
  const sent = names.get("Autumn check-ups") ?? ""
  return {
    broadcasts: "broadcasts",
    broadcast: `broadcasts/${sent}`,
    "broadcast-of-reason": `broadcasts/${sent}?status=undeliverable&reason=undeliverable`
  }
}

/** A broadcast is watched to its end, those who missed it are looked at, and sent to again. */
export const journey: Journey = async (page, api) => {
  const lists = at(await api.ask("GET", "/v1/contact-lists"), "contact_lists")
  const list = Array.isArray(lists) ? lists.find((one: unknown) => at(one, "name") === "Newsletter") : undefined
  const made = await api.ask("POST", "/broadcasts", {
    channel_type: "chatapp",
    name: "Watched",
    template_name: "appointment_reminder",
    from: "493090180",
    parameters: { body_order: ["name", "time"] },
    audience: {
      include: [{ contact_list_uuid: textAt(list, "uuid") }],
      parameters: { body: { name: { field: "first_name", fallback: "there" }, time: { value: "9:30" } } }
    },
    scheduled_for: new Date(Date.now() + 10_000).toISOString()
  })
  const uuid = textAt(made, "uuid")

  await open(page, api, "broadcasts")
  await page.getByRole("link", { name: "Watched" }).click()
  await page.getByRole("heading", { name: "Watched", level: 1 }).waitFor()
  // It says each of these by itself: the page is not loaded again. A slow browser may miss that it is sending.
  await page.getByText("Live", { exact: true }).waitFor()
  await page
    .getByText(/^(Scheduled|Sending)$/)
    .first()
    .waitFor()
  await page.getByText("Completed", { exact: true }).first().waitFor({ timeout: 60_000 })
  await page.getByText("Sending began").waitFor()

  const details = async () => api.ask("GET", `/broadcasts/${uuid}`)
  await until(async () => numberAt(await details(), "failed") > 0, "some are not delivered")
  const reason = page.getByRole("button", { name: /^Undeliverable/ })
  await reason.click()
  await until(async () => page.url().includes("reason=undeliverable"), "the reason is in the address")
  await page.getByRole("cell", { name: "Undeliverable" }).first().waitFor()
  await page.goBack()
  await until(async () => !page.url().includes("reason="), "back undoes the filter")
  await reason.click()

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click()
  ])
  if (!file.suggestedFilename().startsWith("Watched "))
    throw new Error(`the file is called ${file.suggestedFilename()}`)

  await page.getByRole("button", { name: "Reach those who missed it" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText(/would get the message/).waitFor()
  await dialog.getByRole("button", { name: /^Send to/ }).click()
  await page.getByRole("heading", { name: "Watched, again", level: 1 }).waitFor()
  await page.getByRole("link", { name: "another broadcast" }).waitFor()
  await page.getByText("Completed", { exact: true }).first().waitFor({ timeout: 60_000 })

  await page.getByRole("button", { name: "Send a test" }).click()
  await dialog.getByLabel("Phone numbers").fill("+49 30 1")
  await dialog.getByRole("button", { name: "Send the test" }).click()
  await dialog.getByRole("listitem").first().waitFor()
  await page.keyboard.press("Escape")
  await atRest(page)
}
