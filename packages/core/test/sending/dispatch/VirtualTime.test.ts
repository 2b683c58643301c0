import { assert, it } from "@effect/vitest"
import { layerMemory as simulator, SimulatorRecord, simulatorTemplates } from "@rollcall/channel-simulator"
import { Workspaces, Broadcasts, Deliveries, Rollcall, systemCaller } from "@rollcall/core"
import { TemplateCatalog } from "@rollcall/core/channel"
import {
  channelError,
  dispatchFixture,
  quickSettings,
  reminderTo,
  scriptedChannel
} from "@rollcall/conformance/storage"
import { layer as memory } from "@rollcall/storage-memory"
import { Array, Clock, DateTime, Duration, Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { countingSleeps } from "../../Sleeps.ts"
import { suite } from "../../Suite.ts"

const rollcall = Layer.mergeAll(Rollcall.layer, Rollcall.layerWorkers).pipe(
  Layer.provide(TemplateCatalog.layerOf(simulatorTemplates)),
  Layer.provideMerge(simulator()),
  Layer.provide(memory)
)

const count = 1_000
/** One an hour, in case that the clock was set forward, and what starts the workers. */
const fewSleeps = 7 * 24 + 20

it.effect("B3: waiting a week for a broadcast, and for another after its end, costs almost nothing", () =>
  countingSleeps((sleeps) =>
    Effect.gen(function* () {
      const [broadcasts, deliveries] = [yield* Broadcasts, yield* Deliveries]
      const { uuid: workspace } = yield* (yield* Workspaces).ensure("clinic")
      const scheduledFor = DateTime.add(yield* DateTime.now, { days: 7 })
      const { uuid } = yield* broadcasts.create(systemCaller(workspace), {
        channelType: "chatapp",
        name: "Reminders",
        templateName: "appointment_reminder",
        from: "493090180",
        scheduledFor,
        parameters: { bodyOrder: ["name", "time"] },
        recipients: Array.makeBy(count, (index) => ({
          identifier: String(4_930_901_820_000 + index * 10),
          parameters: { body: { name: "Zoë", time: "9:30" } }
        }))
      })
      yield* TestClock.adjust(Duration.subtract(Duration.weeks(1), Duration.millis(1)))
      assert.isBelow(sleeps(), fewSleeps)
      assert.deepStrictEqual(yield* (yield* SimulatorRecord).sent, [])

      yield* TestClock.adjust("1 minute")
      const { broadcast, counters } = yield* deliveries.get(systemCaller(workspace), uuid)
      assert.deepStrictEqual(
        { status: broadcast.status, ...counters },
        { status: "completed", recipients: count, sent: count, delivered: count, read: count, rejected: 0, failed: 0 }
      )
      const [first] = yield* (yield* SimulatorRecord).sent
      assert.deepStrictEqual(first?.at, scheduledFor)

      const before = sleeps()
      yield* TestClock.adjust("1 week")
      // Old events are looked for once a day; messages, receipts, rows of imports and keys, kept for 30 days, twice a week.
      assert.isAtMost(sleeps() - before, 7 + 4 * 2)
    }).pipe(Effect.provide(rollcall))
  )
)

/** A clock that can be set back, and sleeps as another one does. */
const slowedClock = (clock: Clock.Clock) => {
  let back = 0
  const millis = () => clock.currentTimeMillisUnsafe() - back
  const nanos = () => clock.currentTimeNanosUnsafe() - BigInt(back) * 1_000_000n
  const slowed: Clock.Clock = {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
  return { clock: slowed, setBack: (by: number) => void (back += by) }
}

suite(memory)("a process with a gap in its clock or its runtime", (test) => {
  test("B3: starts at once what became due while no process ran, and later work at its time", function* () {
    const channel = scriptedChannel()
    const fixture = yield* dispatchFixture(channel)
    const begin = yield* Clock.currentTimeMillis
    /** The seconds in which broadcasts started. */
    const startedAt = () => channel.calls.map(({ at }) => Math.floor((at - begin) / 1_000))
    for (const due of ["10 seconds", "15 seconds", "20 seconds", "40 seconds"] as const) {
      yield* fixture.create(reminderTo(1, { scheduledFor: yield* fixture.later(due) }))
    }
    const process = yield* Scope.make()
    yield* Scope.provide(fixture.startProcess, process)
    yield* fixture.pass("10 seconds")
    yield* fixture.eventually(() => channel.calls.length === 1)
    yield* Scope.close(process, Exit.void)
    yield* TestClock.adjust(Duration.millis(30_000 - ((yield* Clock.currentTimeMillis) - begin)))
    assert.lengthOf(startedAt(), 1)
    yield* fixture.startProcess
    yield* fixture.eventually(() => channel.calls.length === 3)
    yield* fixture.pass("12 seconds")
    assert.deepStrictEqual(startedAt(), [10, 30, 30, 40])
  })

  test("B10, B12, B15: delays no message by more than its own wait if its clock is set back by an hour", function* () {
    const script: Record<string, "Transient" | "OutcomeUnknown"> = { "1": "Transient", "6": "OutcomeUnknown" }
    const channel = scriptedChannel({
      receipts: true,
      script: ({ to }, earlier) => {
        const error = earlier > 0 ? undefined : script[to.slice(-1)]
        return error === undefined ? "accept" : channelError(error)
      }
    })
    const rate = { perSecond: 10, burst: 10 }
    const fixture = yield* dispatchFixture(channel, { ...quickSettings, rate })
    const { clock, setBack } = slowedClock(yield* Clock.Clock)
    yield* fixture.startProcessBy(clock)
    const uuid = yield* fixture.create(reminderTo(40))
    yield* fixture.eventually(() => channel.accepted.length > 15)
    setBack(3_600_000)
    // Far less than an hour: see `until`.
    const { counters } = yield* fixture.until(uuid, ({ counters }) => counters.delivered === 36)
    assert.deepStrictEqual(counters, { recipients: 40, sent: 36, delivered: 36, read: 0, rejected: 0, failed: 0 })
    assert.strictEqual(new Set(channel.accepted.map(({ to }) => to)).size, channel.accepted.length)
  })
})
