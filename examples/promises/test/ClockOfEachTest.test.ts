import { createRollcall } from "rollcall"
import { testPreset, virtualClock } from "rollcall/testing"
import { describe, expect, it } from "vitest"

const clinicWithClock = async () => {
  const clock = virtualClock()
  const rollcall = await createRollcall(testPreset(clock))
  return { clock, rollcall, clinic: await rollcall.workspace("clinic") }
}

/** Returns a broadcast to this number of recipients, a week ahead. */
const inAWeek = (now: Date, count: number) => ({
  name: "Reminders",
  templateName: "appointment_reminder",
  from: "493090180",
  scheduledFor: new Date(now.getTime() + 7 * 24 * 3_600_000),
  parameters: { bodyOrder: ["name", "time"] },
  recipients: Array.from({ length: count }, (_, index) => ({
    identifier: String(4_930_901_820_000 + index * 10),
    parameters: { body: { name: "Zoë", time: "9:30" } }
  }))
})

describe("a clinic", () => {
  it("sends 1,000 reminders when they are due, and gets their read receipts", async () => {
    const begun = process.threadCpuUsage()
    const { clinic, clock, rollcall } = await clinicWithClock()
    const { uuid } = await clinic.broadcasts.create(inAWeek(clock.now(), 1_000))
    await clock.advance("6 days")
    expect((await clinic.broadcasts.get(uuid)).counters.sent).toBe(0)

    await clock.advance("25 hours")
    const { counters } = await clinic.broadcasts.get(uuid)
    expect(counters).toEqual({ recipients: 1_000, sent: 1_000, delivered: 1_000, read: 1_000, rejected: 0, failed: 0 })
    await rollcall.close()

    // Usually a third of a second, including compilation. The limit is for a busy machine.
    const { system, user } = process.threadCpuUsage(begun)
    expect(system + user).toBeLessThan(1_500_000)
  })

  it.concurrent.each(["Ada", "Bo", "Cleo"])("has its own clock and contacts in each test: %s", async (firstName) => {
    const { clinic, clock, rollcall } = await clinicWithClock()
    await clinic.contacts.create({ firstName, email: "one@example.org" })
    await clock.advance("1 day")
    const { items: contacts } = await clinic.contacts.search({})
    expect(contacts.map((contact) => contact.firstName)).toEqual([firstName])
    await rollcall.close()
  })
})
