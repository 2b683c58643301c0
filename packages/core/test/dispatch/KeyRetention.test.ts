import { assert } from "@effect/vitest"
import { DispatchSettings } from "@rollcall/core"
import { dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/storage-conformance"
import { layer as storage } from "@rollcall/storage-memory"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { layerKeyRetention } from "../../src/dispatch/Retention.ts"
import { testOver } from "../Suite.ts"

const test = testOver(storage)

const settingsFor = (keepKeysFor: Duration.Input) => ({
  ...DispatchSettings.defaultValue(),
  keepKeysFor: Duration.fromInputUnsafe(keepKeysFor)
})

test("B4: a key is remembered for 30 days, and then makes a new broadcast", function* () {
  yield* Layer.build(layerKeyRetention)
  const { broadcasts, caller } = yield* dispatchFixture(scriptedChannel())
  const create = broadcasts.create(caller, reminderTo(1, { clientUniqueIdentifier: "key" }))
  const first = yield* create
  yield* TestClock.adjust("30 days")
  assert.deepStrictEqual(yield* create, { ...first, replayed: true })
  yield* TestClock.adjust("5 days")
  const second = yield* create
  assert.isFalse(second.replayed)
  assert.notStrictEqual(second.uuid, first.uuid)
})

test("B4: the time is a setting", function* () {
  yield* Effect.provideService(Layer.build(layerKeyRetention), DispatchSettings, settingsFor("1 hour"))
  const { broadcasts, caller } = yield* dispatchFixture(scriptedChannel())
  const create = broadcasts.create(caller, reminderTo(1, { clientUniqueIdentifier: "key" }))
  yield* create
  yield* TestClock.adjust("2 hours")
  assert.isFalse((yield* create).replayed)
})
