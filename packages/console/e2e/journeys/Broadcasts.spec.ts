import { at, numberAt, textAt } from "../Api.ts"
import { hostile } from "../Seed.ts"
import { atRest, expect, open, test } from "../Test.ts"

test("A broadcast to a list is watched to its end; the recipients it missed are shown, and get a retry.", async ({
  api,
  page
}) => {
  const lists = at(await api.ask("GET", "/v1/contact-lists"), "contact_lists")
  const list = Array.isArray(lists) ? lists.find((one: unknown) => at(one, "name") === hostile) : undefined
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

  await open(page, "broadcasts")
  await page.getByRole("link", { name: "Watched" }).click()
  await page.getByRole("heading", { name: "Watched", level: 1 }).waitFor()
  // The page shows each status without a reload. A slow browser may miss `sending`.
  await page.getByText("Live", { exact: true }).waitFor()
  await page
    .getByText(/^(Scheduled|Sending)$/)
    .first()
    .waitFor()
  await page.getByText("Completed", { exact: true }).first().waitFor({ timeout: 60_000 })
  await page.getByText("Sending started").waitFor()

  const details = async () => api.ask("GET", `/broadcasts/${uuid}`)
  await expect.poll(async () => numberAt(await details(), "failed"), "some are not delivered").toBeGreaterThan(0)
  const reason = page.getByRole("button", { name: /^Undeliverable/ })
  await reason.click()
  await expect(page).toHaveURL(/reason=undeliverable/)
  await page.getByRole("cell", { name: "Undeliverable" }).first().waitFor()
  await page.goBack()
  await expect(page, "back undoes the filter").not.toHaveURL(/reason=/)
  await reason.click()

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click()
  ])
  expect(file.suggestedFilename()).toMatch(/^Watched /)

  await page.getByRole("button", { name: "Retry unreached recipients" }).click()
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
})
