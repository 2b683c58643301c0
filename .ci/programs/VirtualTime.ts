// A test with virtual time: a broadcast to 1,000 recipients, a week ahead, runs to its end at once.
import { layerMemory as simulator, simulatorTemplates } from "@rollcall/channel-simulator"
import { AccessTokens, Broadcasts, Deliveries, Rollcall, systemCaller } from "@rollcall/core"
import { TemplateCatalog } from "@rollcall/core/channel"
import { layer as memory } from "@rollcall/storage-memory"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import assert from "node:assert/strict"
import { test } from "node:test"

const rollcall = Layer.mergeAll(Rollcall.layer, Rollcall.layerWorkers).pipe(
  Layer.provide(TemplateCatalog.layerOf(simulatorTemplates)),
  Layer.provide(simulator()),
  Layer.provide(memory),
  Layer.provideMerge(TestClock.layer())
)

const reminders = Effect.gen(function* () {
  const [broadcasts, deliveries] = [yield* Broadcasts, yield* Deliveries]
  const { uuid: workspace } = yield* (yield* AccessTokens).ensureWorkspace("clinic")
  const { uuid } = yield* broadcasts.create(systemCaller(workspace), {
    channelType: "chatapp",
    name: "Reminders",
    templateName: "appointment_reminder",
    from: "493090180",
    scheduledFor: DateTime.add(yield* DateTime.now, { weeks: 1 }),
    parameters: { bodyOrder: ["name", "time"] },
    recipients: Array.from({ length: 1_000 }, (_, index) => ({
      identifier: String(4_930_901_820_000 + index * 10),
      parameters: { body: { name: "Zoë", time: "9:30" } }
    }))
  })
  const countersAfter = (duration: "6 days" | "25 hours") =>
    Effect.andThen(
      TestClock.adjust(duration),
      Effect.map(deliveries.details(workspace, uuid), (one) => one.counters)
    )
  return { before: yield* countersAfter("6 days"), after: yield* countersAfter("25 hours") }
})

await test("a broadcast is sent when its time has come, and read: a week passes in a moment", async () => {
  const begun = process.threadCpuUsage()
  const { after, before } = await Effect.runPromise(Effect.provide(reminders, rollcall))
  assert.equal(before.sent, 0)
  assert.deepEqual(after, { recipients: 1_000, sent: 1_000, delivered: 1_000, read: 1_000, rejected: 0, failed: 0 })
  // About half a second, the compilation of the code included. The bound is for a machine with other work.
  const { system, user } = process.threadCpuUsage(begun)
  assert.ok(system + user < 3_000_000)
})
