import { assert } from "@effect/vitest"
import { ContactUuid, EventSettings, StorageError, WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { EventStore, nameEvent } from "@rollcall/core/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { layerEventRetention } from "../../../src/events/events/EventRetention.ts"
import { testOver } from "../../Suite.ts"

const test = testOver(storage)

const sevenDays = Layer.succeed(EventSettings, { ...EventSettings.defaultValue(), keepFor: Duration.days(7) })

/** A workspace, its events, and what removes them. */
const fixture = Effect.gen(function* () {
  const store = yield* EventStore
  const workspaceUuid = WorkspaceUuid.make(yield* nextId)
  const contactUuid = ContactUuid.make(yield* nextId)
  const event = nameEvent({ type: "contact.updated", workspaceUuid, contactUuid })
  const append = (count: number) => store.append(Array.from({ length: count }, () => event))
  const kept = Effect.map(store.read(workspaceUuid, { after: null, types: null, limit: 5_000 }), (reading) =>
    reading._tag === "Read" ? reading.events.length : reading._tag
  )
  const startRetention = (over: typeof store) =>
    Layer.build(Layer.provide(layerEventRetention, [Layer.succeed(EventStore, over), sevenDays]))
  return { append, kept, startRetention, store }
})

test("E4: events older than seven days are removed, however many, and younger events are kept", function* () {
  const { append, kept, startRetention, store } = yield* fixture
  yield* startRetention(store)
  yield* append(2_500)
  yield* TestClock.adjust("4 days")
  yield* append(3)
  yield* TestClock.adjust("3 days")
  assert.strictEqual(yield* kept, 2_503)
  yield* TestClock.adjust("1 day")
  assert.strictEqual(yield* kept, 3)
  yield* TestClock.adjust("3 days")
  assert.strictEqual(yield* kept, 3)
  yield* TestClock.adjust("1 day")
  assert.strictEqual(yield* kept, 0)
})

test("E4: old events are removed at startup", function* () {
  const { append, kept, startRetention, store } = yield* fixture
  yield* append(3)
  yield* TestClock.adjust("8 days")
  yield* startRetention(store)
  yield* TestClock.adjust("1 millis")
  assert.strictEqual(yield* kept, 0)
})

test("E4: removal continues after a failure and after a defect", function* () {
  const { append, kept, startRetention, store } = yield* fixture
  const failures = [Effect.fail(new StorageError({ reason: "Unavailable", cause: "gone" })), Effect.die("a defect")]
  yield* startRetention({
    ...store,
    prune: (options) => Effect.suspend(() => failures.shift() ?? store.prune(options))
  })
  yield* append(3)
  yield* TestClock.adjust("1 second")
  assert.strictEqual(failures.length, 1)
  yield* TestClock.adjust("8 days")
  assert.strictEqual(failures.length, 0)
  assert.strictEqual(yield* kept, 0)
})
