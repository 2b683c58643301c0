import type { Workspace } from "rollcall"
import { setTimeout } from "node:timers/promises"

/**
 * Stores everyone as a contact, and sends a reminder to each, now or later. Returns the uuid of the broadcast. `from` is the
 * number that sends it.
 */
export const remind = async (
  workspace: Workspace,
  from: string,
  appointments: ReadonlyArray<{ name: string; phoneNumber: string; time: string }>,
  scheduledFor?: Date
) => {
  for (const { name, phoneNumber } of appointments) {
    const known = await workspace.contacts.search({
      advancedSearch: [{ field: "phoneNumber", operator: "equals", value: phoneNumber }]
    })
    if (known.total === 0) await workspace.contacts.create({ firstName: name, phoneNumber })
  }
  const { uuid } = await workspace.broadcasts.create({
    name: "Reminders",
    templateName: "appointment_reminder",
    from,
    scheduledFor,
    parameters: { bodyOrder: ["name", "time"] },
    recipients: appointments.map(({ name, phoneNumber, time }) => ({
      identifier: phoneNumber.replace(/\D/g, ""),
      parameters: { body: { name, time } }
    }))
  })
  return uuid
}

/** Waits until a broadcast is over or paused, and returns the status of each recipient. */
export const outcomes = async (workspace: Workspace, broadcast: string) => {
  const statusNow = async () => (await workspace.broadcasts.get(broadcast)).broadcast.status
  let status = await statusNow()
  while (["resolving", "scheduled", "sending"].includes(status)) {
    await setTimeout(100)
    status = await statusNow()
  }
  // A paused broadcast continues only when someone resumes it.
  if (status !== "completed") console.error(`The broadcast is ${status}`)
  // Receipts come after the messages: delivered, then read.
  await setTimeout(2_000)
  const { items: recipients } = await workspace.broadcasts.recipients(broadcast)
  return recipients.map(({ identifier, status, reason }) => ({ identifier, status, reason }))
}
