import { AccessTokenStore, ActorUuid, type Caller, nextId, Transaction, WorkspaceUuid } from "@rollcall/core"
import { DateTime, Effect } from "effect"

/** A workspace of its own for a check: what others wrote cannot be seen from it. */
export const newWorkspace = Effect.gen(function* () {
  const store = yield* AccessTokenStore
  const candidate = WorkspaceUuid.make(yield* nextId)
  const { uuid } = yield* store.ensureWorkspace(`conformance ${candidate}`, candidate)
  return uuid
})

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
export const together = { concurrency: "unbounded" } as const

export const uuidsOf = <Uuid>(items: ReadonlyArray<{ readonly uuid: Uuid }>): ReadonlyArray<Uuid> =>
  items.map(({ uuid }) => uuid)

/** Runs an effect in a transaction. */
export const inTransaction = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const transaction = yield* Transaction
  return yield* transaction.run(effect)
})
