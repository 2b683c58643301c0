import { Context, type Effect } from "effect"
import type { StorageError } from "./StorageError.ts"

/** How a name is locked: shared by any number of transactions, or held by one transaction exclusively. */
export type LockMode = "shared" | "exclusive"

/**
 * Port: makes all writes of an effect to the stores of one adapter atomic.
 *
 * `run` commits when the effect succeeds, and rolls back when it fails, dies or is interrupted. Before the commit, other
 * transactions wait or see the earlier state. A `run` inside another `run` joins the outer transaction, and rolls back only
 * its own writes if it fails and the outer effect continues. An inner `run` is also the only way to continue after a
 * `StorageError`: an error caught without an inner `run` may have broken the whole transaction.
 *
 * Work of other fibers never joins the transaction. Fibers forked inside the effect belong to the transaction, and must end
 * before it does.
 */
export class Transaction extends Context.Service<
  Transaction,
  {
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>

    /** Returns whether `run` would join an open transaction, which may be the host's. */
    readonly isOpen: Effect.Effect<boolean>

    /**
     * Locks names until the surrounding transaction ends. A shared lock waits for exclusive locks, and an exclusive lock
     * waits for all locks. Requests are granted in their order: a later shared request never overtakes a waiting exclusive
     * request. The names of one call are always locked in the same order. A store that runs one writing transaction at a
     * time needs no locks.
     */
    readonly lock: (names: ReadonlyArray<string>, mode: LockMode) => Effect.Effect<void, StorageError>

    /**
     * Locks names like `lock`, but only if no wait is needed. Returns whether all names were locked. If false, some names
     * may be locked, so the caller must end the surrounding transaction.
     */
    readonly tryLock: (names: ReadonlyArray<string>, mode: LockMode) => Effect.Effect<boolean, StorageError>
  }
>()("@rollcall/core/shared/Transaction") {}
