import { assert, layer as shared } from "@effect/vitest"
import { type BroadcastUuid, StorageError } from "@rollcall/core"
import { BroadcastStore } from "@rollcall/core/storage"
import { dispatchFixture, quickSettings, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Context, Duration, Effect, Logger, References } from "effect"

const unavailable = new StorageError({ reason: "Unavailable", cause: new Error("poison") })

/** What happens to a write of a broadcast that is bad. */
const faults = {
  fails: () => Effect.fail(unavailable),
  dies: () => Effect.die(new Error("poison"))
}

const settings = { ...quickSettings, nextCheckAfter: Duration.seconds(5) }

/** Stores in which writes of bad broadcasts fail, and how often they were tried. */
const poisoned = Effect.fnUntraced(function* (fault: () => Effect.Effect<never, StorageError>) {
  const store = yield* BroadcastStore
  const bad = new Set<BroadcastUuid>()
  const tries: Array<BroadcastUuid> = []
  const guarded =
    <Args extends readonly [{ readonly broadcast: BroadcastUuid }, ...ReadonlyArray<unknown>], A>(
      write: (...args: Args) => Effect.Effect<A, StorageError>
    ) =>
    (...args: Args): Effect.Effect<A, StorageError> => {
      if (!bad.has(args[0].broadcast)) return write(...args)
      tries.push(args[0].broadcast)
      return fault()
    }
  const stores = Context.make(BroadcastStore, BroadcastStore.of({ ...store, update: guarded(store.update) }))
  return { bad, stores, tries }
})

shared(storage)("the sweep of broadcasts", (it) => {
  it.effect.each(["fails", "dies"] as const)(
    "B3: a start that %s each time delays no other broadcast's start or end, and is logged",
    (how) =>
      Effect.gen(function* () {
        const { bad, stores, tries } = yield* poisoned(faults[how])
        const lines: Array<unknown> = []
        const logger = Logger.make<unknown, void>(({ fiber }) => {
          lines.push(fiber.getRef(References.CurrentLogAnnotations)["broadcast"])
        })
        const channel = scriptedChannel()
        const fixture = yield* Effect.provideContext(dispatchFixture(channel, settings), stores)
        const scheduledFor = yield* fixture.later("1 second")
        const validUntil = yield* fixture.later("20 seconds")
        const poison = yield* Effect.replicateEffect(fixture.create(reminderTo(1, { scheduledFor, validUntil })), 6)
        for (const uuid of poison) bad.add(uuid)
        yield* Effect.provide(fixture.startProcess, Logger.layer([logger]))
        const later = yield* fixture.later("2 seconds")
        const others = yield* Effect.replicateEffect(fixture.create(reminderTo(1, { scheduledFor: later })), 6)
        for (const uuid of others) yield* fixture.until(uuid, ({ broadcast }) => broadcast.status === "completed")
        assert.isAtMost(tries.length, 2 * poison.length)
        // Those that cannot be expired either are not tried again and again, nor before others.
        yield* fixture.pass("30 seconds")
        const before = tries.length
        for (let seconds = 0; seconds < 20; seconds++) yield* fixture.pass("1 second")
        assert.isAtMost(tries.length - before, 5 * poison.length)
        const last = yield* fixture.create(reminderTo(1))
        yield* fixture.until(last, ({ broadcast }) => broadcast.status === "completed")
        assert.deepStrictEqual(new Set(lines.filter((uuid) => uuid !== undefined)), new Set<unknown>(poison))
        assert.isAtMost(lines.length, 2 * 6 * 4)
        bad.clear()
        for (const uuid of poison) yield* fixture.until(uuid, ({ broadcast }) => broadcast.status === "expired")
      })
  )
})
