import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { testPreset, virtualClock } from "rollcall/testing"
import { expect, it } from "vitest"
import { reminders } from "./Reminders.ts"

it.each([1, 7])("sends what is scheduled %i days ahead when its time has come", async (days) => {
  const clock = virtualClock(new Date(Date.UTC(2027, 0, 1)))
  const rollcall = await createRollcall({ storage: memory(), channel: simulator(), clock })
  const clinic = await rollcall.workspace("clinic")
  const scheduledFor = new Date(clock.now().getTime() + days * 86_400_000)
  const { uuid } = await clinic.broadcasts.create({ ...reminders(1), scheduledFor })
  await clock.advance(days * 86_400_000 - 1)
  expect((await clinic.deliveries.details(uuid)).counters.sent).toBe(0)
  await clock.advance("1 minute")
  expect(await clinic.deliveries.details(uuid)).toMatchObject({
    broadcast: { status: "completed" },
    counters: { read: 1 }
  })
  await rollcall.close()
})

it("sends what is due at once as soon as the clock is moved on", async () => {
  const clock = virtualClock()
  const rollcall = await createRollcall(testPreset(clock))
  const clinic = await rollcall.workspace("clinic")
  const { uuid } = await clinic.broadcasts.create(reminders(1))
  await clock.advance("1 minute")
  expect((await clinic.deliveries.details(uuid)).counters.read).toBe(1)
  await rollcall.close()
})
