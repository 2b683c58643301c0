import { systemCaller } from "@rollcall/core"
import { assert } from "@effect/vitest"
import { broadcastLock, Transaction } from "@rollcall/core/storage"
import { dispatchFixture, quickSettings, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { Context, Deferred, Duration, Effect, Fiber } from "effect"
import { anotherPool, database } from "./Fixture.ts"
import { test } from "../../core/test/Suite.ts"

/** Runs an effect while another process has the locks of broadcasts in a transaction that does not end. */
const whileLocked = Effect.fnUntraced(function* <A, E, R>(
  { lock, run }: Transaction["Service"],
  names: ReadonlyArray<string>,
  effect: Effect.Effect<A, E, R>
) {
  const locked = yield* Deferred.make<void>()
  const end = yield* Deferred.make<void>()
  const hold = Effect.andThen(Deferred.succeed(locked, undefined), Deferred.await(end))
  const holder = yield* Effect.forkChild(run(Effect.andThen(lock(names, "exclusive"), hold)))
  yield* Deferred.await(locked)
  const result = yield* effect
  yield* Deferred.succeed(end, undefined)
  yield* Fiber.join(holder)
  return result
})

test("B3, B12: broadcasts locked by another process's transaction delay no other broadcast's start and end", function* () {
  const url = yield* database
  const options = { clock: "process", statementTimeout: Duration.minutes(1) } as const
  const [ours, theirs] = yield* Effect.all([anotherPool(url, options), anotherPool(url, options)])
  const channel = scriptedChannel()
  const settings = { ...quickSettings, nextCheckAfter: Duration.seconds(10) }
  const fixture = yield* Effect.provideContext(dispatchFixture(channel, settings), ours)
  const scheduledFor = yield* fixture.later("1 second")
  const reminder = reminderTo(1, { scheduledFor })
  // More than are checked at a time.
  const locked = yield* Effect.replicateEffect(fixture.create(reminder), 6)
  const others = yield* Effect.replicateEffect(fixture.create(reminder), 3)
  yield* fixture.startProcess
  const names = locked.map((broadcast) => broadcastLock({ workspace: fixture.workspace, broadcast }))
  yield* whileLocked(
    Context.get(theirs, Transaction),
    names,
    Effect.gen(function* () {
      for (const uuid of others) yield* fixture.until(uuid, ({ broadcast }) => broadcast.status === "completed")
      for (const uuid of locked) {
        const { broadcast } = yield* fixture.deliveries.get(systemCaller(fixture.workspace), uuid)
        assert.strictEqual(broadcast.status, "scheduled")
      }
    })
  )
  // They are checked again after a second, and not after the ten of those that have no work.
  const freeAt = (yield* fixture.store.now).epochMilliseconds
  for (const uuid of locked) yield* fixture.until(uuid, ({ broadcast }) => broadcast.status !== "scheduled")
  assert.isBelow((yield* fixture.store.now).epochMilliseconds - freeAt, 8_000)
})
