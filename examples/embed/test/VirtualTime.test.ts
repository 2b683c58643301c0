import { assert, it } from "@effect/vitest"
import { layerMemory as simulator, simulatorTemplates } from "@rollcall/channel-simulator"
import { Workspaces, Broadcasts, Deliveries, DispatchSettings, Rollcall, systemCaller } from "@rollcall/core"
import { TemplateCatalog } from "@rollcall/core/channel"
import { layer as memory } from "@rollcall/storage-memory"
import { Array, DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

const rollcall = Layer.mergeAll(Rollcall.layer, Rollcall.layerWorkers).pipe(
  Layer.provide(TemplateCatalog.layerOf(simulatorTemplates)),
  Layer.provide(Layer.succeed(DispatchSettings, Rollcall.testSettings)),
  Layer.provide(simulator()),
  Layer.provide(memory)
)

it.effect("reminders for next week are sent next week", () =>
  Effect.gen(function* () {
    const [broadcasts, deliveries] = [yield* Broadcasts, yield* Deliveries]
    const { uuid: workspace } = yield* (yield* Workspaces).ensure("clinic")
    const { uuid } = yield* broadcasts.create(systemCaller(workspace), {
      channelType: "chatapp",
      name: "Reminders",
      templateName: "appointment_reminder",
      from: "493090180",
      scheduledFor: DateTime.add(yield* DateTime.now, { days: 7 }),
      parameters: { bodyOrder: ["name", "time"] },
      recipients: Array.makeBy(1_000, (index) => ({
        identifier: String(4_930_901_820_000 + index * 10),
        parameters: { body: { name: "Zoë", time: "9:30" } }
      }))
    })
    const details = deliveries.get(systemCaller(workspace), uuid)

    yield* TestClock.adjust("6 days")
    assert.strictEqual((yield* details).broadcast.status, "scheduled")

    yield* TestClock.adjust("25 hours")
    const { broadcast, counters } = yield* details
    assert.strictEqual(broadcast.status, "completed")
    assert.strictEqual(counters.read, 1_000)
  }).pipe(Effect.provide(rollcall))
)
