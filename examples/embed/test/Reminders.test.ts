import { assert, it } from "@effect/vitest"
import { layerMemory as simulator, simulatorTemplates } from "@rollcall/channel-simulator"
import { Rollcall } from "@rollcall/core"
import { TemplateCatalog } from "@rollcall/core/channel"
import { layer as memory } from "@rollcall/storage-memory"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { remind } from "../src/Reminders.ts"

const rollcall = Layer.mergeAll(Rollcall.layer, Rollcall.layerWorkers).pipe(
  Layer.provide(TemplateCatalog.layerOf(simulatorTemplates)),
  Layer.provide(simulator()),
  Layer.provide(memory)
)

/** Adjusts the test clock repeatedly, while another fiber sleeps. */
const passing = Effect.forever(Effect.andThen(TestClock.adjust("50 millis"), Effect.yieldNow))

it.effect("the same program on the memory store: seconds of sending pass in virtual time", () =>
  Effect.gen(function* () {
    const recipients = yield* Effect.raceFirst(remind, passing)
    assert.deepStrictEqual(
      recipients.map(({ error, identifier, reason, status }) => ({ identifier, status, reason, error })),
      [{ identifier: "4533124711", status: "read", reason: null, error: null }]
    )
    assert.isBelow(yield* Clock.currentTimeMillis, 60_000)
  }).pipe(Effect.provide(rollcall))
)
