import { assert, layer as shared } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { BroadcastStore } from "@rollcall/core/storage"
import { dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/storage-conformance"
import { layer as storage } from "@rollcall/storage-memory"
import { Effect, Exit } from "effect"
import { makeSendGate } from "../../src/dispatch/SendGate.ts"

shared(storage)("the check before a send", (it) => {
  it.effect("B24: asks the store nothing soon after the mark, and later one question for all that come at a time", () =>
    Effect.gen(function* () {
      const fixture = yield* dispatchFixture(scriptedChannel())
      const broadcast = yield* fixture.create(reminderTo(3))
      const store = yield* BroadcastStore
      let asked = 0
      const find = (...given: Parameters<typeof store.find>) =>
        Effect.andThen(
          Effect.sync(() => asked++),
          Effect.andThen(Effect.yieldNow, store.find(...given))
        )
      const gate = yield* Effect.provideService(
        makeSendGate({ workspace: fixture.workspace, broadcast }, ["1", "2", "3"]),
        BroadcastStore,
        BroadcastStore.of({ ...store, find })
      )
      const all = Effect.forEach(["1", "2", "3"], (address) => Effect.exit(gate(address)), { concurrency: "unbounded" })
      assert.isTrue((yield* all).every(Exit.isSuccess))
      assert.strictEqual(asked, 0)
      yield* fixture.pass("1 second")
      // Nothing has started it: it is scheduled.
      assert.isTrue((yield* all).every(Exit.isFailure))
      // The first asks, the two that came meanwhile share the next question.
      assert.strictEqual(asked, 2)
    })
  )

  it.effect("B24: lets nothing begin while the store does not respond", () =>
    Effect.gen(function* () {
      const fixture = yield* dispatchFixture(scriptedChannel())
      yield* fixture.startProcess
      const later = yield* fixture.later("1 hour")
      const broadcast = yield* fixture.create(reminderTo(1, { scheduledFor: later }))
      const store = yield* BroadcastStore
      const silent = { ...store, find: () => new StorageError({ reason: "Unavailable", cause: "silent" }) }
      const gate = yield* Effect.provideService(
        makeSendGate({ workspace: fixture.workspace, broadcast }, ["1"]),
        BroadcastStore,
        BroadcastStore.of(silent)
      )
      yield* fixture.pass("1 second")
      const error = yield* Effect.flip(gate("1"))
      assert.deepStrictEqual([error.reason, error.detail], ["Stopped", "the store does not respond"])
    })
  )
})
