import { textAt } from "../Api.ts"
import { expect, open, test } from "../Test.ts"

test("If a proxy cuts or blocks the event stream, events still appear, and come from the stream once it is back.", async ({
  api,
  page
}) => {
  const stream = "**/v1/events/stream*"
  const live = page.getByText("Live", { exact: true })
  const polled = page.getByText("Every few seconds", { exact: true })
  const create = async (phone_number: string) => {
    const uuid = textAt(await api.ask("POST", "/v1/contacts", { first_name: "Grace", phone_number }), "uuid")
    const rows = page.locator("tbody tr").filter({ hasText: `…${uuid.slice(-6)}` })
    await rows.first().waitFor()
    await expect(rows).toHaveCount(1)
  }

  await page.route(stream, (route) => route.abort("aborted"))
  await open(page, "events?types=contact.created")
  await polled.waitFor()
  await create("+493012345611")
  await create("+493012345612")
  await page.unroute(stream)
  await live.waitFor({ timeout: 45_000 })
  await create("+493012345613")

  // The stream request stays open without a response.
  await page.route(stream, () => {})
  const made = await api.ask("POST", "/broadcasts", {
    channel_type: "chatapp",
    name: "Watched from afar",
    template_name: "appointment_reminder",
    from: "493090180",
    parameters: { body_order: ["name", "time"] },
    recipients: [{ identifier: "4930901821", parameters: { body: { name: "Ada", time: "9:30" } } }],
    scheduled_for: new Date(Date.now() + 2_000).toISOString()
  })
  await open(page, `broadcasts/${textAt(made, "uuid")}`)
  await polled.waitFor()
  await page.getByText("Completed", { exact: true }).first().waitFor({ timeout: 60_000 })
  await page.getByText("Sending started").waitFor({ timeout: 60_000 })
})
