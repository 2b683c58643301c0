import pg from "pg"
import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { fromPool, postgres } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"
import { testPreset, virtualClock } from "rollcall/testing"
import { expect, it } from "vitest"
import { refusalOf } from "./RefusalOf.ts"
import { reminders } from "./Reminders.ts"

it.each([1, 7])("sends messages scheduled %i days ahead when they are due", async (days) => {
  const clock = virtualClock(new Date(Date.UTC(2027, 0, 1)))
  const rollcall = await createRollcall({ storage: memory(), channel: simulator(), clock })
  const clinic = await rollcall.workspace("clinic")
  const scheduledFor = new Date(clock.now().getTime() + days * 86_400_000)
  const { uuid } = await clinic.broadcasts.create({ ...reminders(1), scheduledFor })
  await clock.advance(days * 86_400_000 - 1)
  expect((await clinic.broadcasts.get(uuid)).counters.sent).toBe(0)
  await clock.advance("1 minute")
  expect(await clinic.broadcasts.get(uuid)).toMatchObject({
    broadcast: { status: "completed" },
    counters: { read: 1 }
  })
  await rollcall.close()
})

it("sends due messages as soon as the clock advances", async () => {
  const clock = virtualClock()
  const rollcall = await createRollcall(testPreset(clock))
  const clinic = await rollcall.workspace("clinic")
  const { uuid } = await clinic.broadcasts.create(reminders(1))
  await clock.advance("1 minute")
  expect((await clinic.broadcasts.get(uuid)).counters.read).toBe(1)
  await rollcall.close()
})

it("advance yields to the event loop after each step, so that the test runner's timeouts can end it", async () => {
  const clock = virtualClock()
  const rollcall = await createRollcall(testPreset(clock))
  let [turns, isOver] = [0, false]
  const count = (): void => {
    turns++
    if (!isOver) setImmediate(count)
  }
  count()
  await clock.advance("3650 days")
  isOver = true
  expect(turns).toBeGreaterThan(1_000)
  await rollcall.close()
})

it.each(["7 dayz", -3_600_000, "-1 hours", "Infinity", NaN])(
  "advance rejects %j, and does not move the clock",
  async (given) => {
    const now = new Date(Date.UTC(2027, 0, 1))
    const clock = virtualClock(now)
    const advance: (given: never) => unknown = clock.advance
    await expect(Reflect.apply(advance, undefined, [given])).rejects.toMatchObject({
      name: "RollcallError",
      code: "invalid_input",
      issues: [{ path: ["duration"] }]
    })
    expect(clock.now()).toEqual(now)
  }
)

const onDatabases = {
  sqlite: () => createRollcall({ ...testPreset(virtualClock()), storage: sqlite({ filename: ":memory:" }) }),
  postgres: () =>
    createRollcall({ ...testPreset(virtualClock()), storage: postgres({ url: "postgres://ada@localhost/clinic" }) }),
  fromPool: () => createRollcall({ ...testPreset(virtualClock()), storage: fromPool(new pg.Pool()) })
}

it.each(Object.entries(onDatabases))("a clock with %s is rejected, with advice on what to use", async (_, open) => {
  const { code, message } = await refusalOf(open())
  expect(code).toBe("invalid_input")
  expect(message).toMatch(/^clock: works with memory\(\) only\. With a database leave it out, and shorten/)
})
