import { createRollcall } from "rollcall"
import { testPreset, virtualClock } from "rollcall/testing"
import { expect, it } from "vitest"

it("reminders for next week are sent next week", async () => {
  const clock = virtualClock()
  const rollcall = await createRollcall(testPreset(clock))
  const clinic = await rollcall.workspace("clinic")
  const { uuid } = await clinic.broadcasts.create({
    name: "Reminders",
    templateName: "appointment_reminder",
    from: "493090180",
    scheduledFor: new Date(clock.now().getTime() + 7 * 86_400_000),
    parameters: { bodyOrder: ["name", "time"] },
    recipients: Array.from({ length: 1_000 }, (_, index) => ({
      identifier: String(4_930_901_820_000 + index * 10),
      parameters: { body: { name: "Zoë", time: "9:30" } }
    }))
  })

  await clock.advance("6 days")
  expect((await clinic.broadcasts.get(uuid)).broadcast.status).toBe("scheduled")

  await clock.advance("25 hours")
  const { broadcast, counters } = await clinic.broadcasts.get(uuid)
  expect(broadcast.status).toBe("completed")
  expect(counters.read).toBe(1_000)
  await rollcall.close()
})
