import { ActorUuid, type Caller, WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { WorkspaceStore, Transaction } from "@rollcall/core/storage"
import { DateTime, Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"

/** Creates a workspace unless it exists, and returns its uuid. */
export const ensureWorkspace = (workspace: WorkspaceUuid) =>
  WorkspaceStore.use((store) => Effect.map(store.ensure(`conformance ${workspace}`, workspace), ({ uuid }) => uuid))

/** Creates a workspace that no other check uses. */
export const newWorkspace = Effect.flatMap(nextId, (id) => ensureWorkspace(WorkspaceUuid.make(id)))

/** Creates a workspace, and a caller in it. */
export const newCaller = Effect.gen(function* () {
  const caller: Caller = { workspace: yield* newWorkspace, actor: ActorUuid.make(yield* nextId) }
  return caller
})

/** Returns the nth timestamp in a series with steps of one millisecond. */
export const instantOf = (n: number): DateTime.Utc => DateTime.makeUnsafe(Date.UTC(2026, 2, 1) + n)

export const everything = { limit: 1_000, offset: 0 }

export const concurrently = { concurrency: "unbounded" } as const

export const uuidsOf = <Uuid>(items: ReadonlyArray<{ readonly uuid: Uuid }>): ReadonlyArray<Uuid> =>
  items.map(({ uuid }) => uuid)

export const inTransaction = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const transaction = yield* Transaction
  return yield* transaction.run(effect)
})

/** Lets other fibers run until they wait for this fiber or for a database statement. */
export const letOthersRun = Effect.andThen(
  Effect.replicateEffect(Effect.yieldNow, 50, { discard: true }),
  TestClock.withLive(Effect.sleep("20 millis"))
)

/** Makes a gate: a fiber that runs `passed` waits until another fiber runs `open`. */
export const newGate = Effect.map(Deferred.make<void>(), (gate) => ({
  open: Deferred.succeed(gate, undefined),
  passed: Deferred.await(gate)
}))
