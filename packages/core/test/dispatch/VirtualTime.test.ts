import { assert, it } from "@effect/vitest"
import { layerMemory as simulator, SimulatorRecord, simulatorTemplates } from "@rollcall/channel-simulator"
import { AccessTokens, Broadcasts, Deliveries, Rollcall, systemCaller } from "@rollcall/core"
import { TemplateCatalog } from "@rollcall/core/channel"
import { layer as memory } from "@rollcall/storage-memory"
import { Array, DateTime, Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { countingSleeps } from "../Sleeps.ts"

const rollcall = Layer.mergeAll(Rollcall.layer, Rollcall.layerWorkers).pipe(
  Layer.provide(TemplateCatalog.layerOf(simulatorTemplates)),
  Layer.provideMerge(simulator()),
  Layer.provide(memory)
)

const count = 1_000
/** One an hour, in case that the clock was set forward, and what starts the workers. */
const fewSleeps = 7 * 24 + 20

it.effect("B3: waiting a week for a broadcast, and another one after its end, costs next to nothing", () =>
  countingSleeps((sleeps) =>
    Effect.gen(function* () {
      const [broadcasts, deliveries] = [yield* Broadcasts, yield* Deliveries]
      const { uuid: workspace } = yield* (yield* AccessTokens).ensureWorkspace("clinic")
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
      const { broadcast, counters } = yield* deliveries.details(workspace, uuid)
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
