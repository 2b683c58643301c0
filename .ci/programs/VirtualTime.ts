// A test with virtual time: a broadcast to 1,000 recipients, a week ahead, runs to its end in a moment.
import assert from "node:assert/strict"
import { test } from "node:test"
import { createRollcall } from "rollcall"
import { testPreset, virtualClock } from "rollcall/testing"

await test("a broadcast is sent when its time has come, and read", async () => {
  const begun = process.threadCpuUsage()
  const clock = virtualClock()
  const rollcall = await createRollcall(testPreset(clock))
  const clinic = await rollcall.workspace("clinic")
  const { uuid } = await clinic.broadcasts.create({
    name: "Reminders",
    templateName: "appointment_reminder",
    from: "493090180",
    scheduledFor: new Date(clock.now().getTime() + 7 * 24 * 3_600_000),
    parameters: { bodyOrder: ["name", "time"] },
    recipients: Array.from({ length: 1_000 }, (_, index) => ({
      identifier: String(4_930_901_820_000 + index * 10),
      parameters: { body: { name: "Zoë", time: "9:30" } }
    }))
  })
  await clock.advance("6 days")
  assert.equal((await clinic.deliveries.details(uuid)).counters.sent, 0)

  await clock.advance("25 hours")
  const { counters } = await clinic.deliveries.details(uuid)
  assert.deepEqual(counters, { recipients: 1_000, sent: 1_000, delivered: 1_000, read: 1_000, rejected: 0, failed: 0 })
  await rollcall.close()

  // A third of a second, the compilation of the code included. The bound is for a machine with other work.
  const { system, user } = process.threadCpuUsage(begun)
  assert.ok(system + user < 1_500_000)
})
