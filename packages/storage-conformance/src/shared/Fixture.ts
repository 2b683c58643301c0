import { AccessTokenStore, ActorUuid, type Caller, nextId, Transaction, WorkspaceUuid } from "@rollcall/core"
import { DateTime, Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"

/** Makes a workspace unless the store has it. */
export const ensureWorkspace = (workspace: WorkspaceUuid) =>
  AccessTokenStore.use((store) =>
    Effect.map(store.ensureWorkspace(`conformance ${workspace}`, workspace), ({ uuid }) => uuid)
  )

/** A workspace of its own for a check: what others wrote cannot be seen from it. */
export const newWorkspace = Effect.flatMap(nextId, (id) => ensureWorkspace(WorkspaceUuid.make(id)))

/** Someone in a workspace of their own. */
export const newCaller = Effect.gen(function* () {
  const caller: Caller = { workspace: yield* newWorkspace, actor: ActorUuid.make(yield* nextId) }
  return caller
})

/** The nth of some instants, a millisecond apart. */
export const instantOf = (n: number): DateTime.Utc => DateTime.makeUnsafe(Date.UTC(2026, 2, 1) + n)

/** A page with room for all. */
export const everything = { limit: 1_000, offset: 0 }

/** Runs effects at the same time. */
export const concurrently = { concurrency: "unbounded" } as const

export const uuidsOf = <Uuid>(items: ReadonlyArray<{ readonly uuid: Uuid }>): ReadonlyArray<Uuid> =>
  items.map(({ uuid }) => uuid)

/** Runs an effect in a transaction. */
export const inTransaction = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const transaction = yield* Transaction
  return yield* transaction.run(effect)
})

/** Lets other fibers continue until they wait for the one that runs this, or for a statement of a database. */
export const letOthersRun = Effect.andThen(
  Effect.replicateEffect(Effect.yieldNow, 50, { discard: true }),
  TestClock.withLive(Effect.sleep("20 millis"))
)

/** A point that one fiber passes when another one opens it. */
export const newGate = Effect.map(Deferred.make<void>(), (gate) => ({
  open: Deferred.succeed(gate, undefined),
  passed: Deferred.await(gate)
}))
