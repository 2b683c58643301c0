import { Context, type Effect } from "effect"
import type { StorageError } from "./StorageError.ts"

/** How a name is locked: shared by any number of transactions, or held by one exclusively. */
export type LockMode = "shared" | "exclusive"

/**
 * Port: makes all writes of an effect to the stores of one adapter atomic.
 *
 * `run` commits when the effect succeeds, and rolls back when it fails, dies or is interrupted. Before the commit, others
 * wait or see the earlier state. Inside another `run` it joins that transaction, and rolls back only its own part if it
 * fails and the outer effect continues. That is also the only way to continue after a `StorageError`: an error caught
 * without a `run` around it may have broken the whole transaction.
 *
 * Work of other fibers never joins the transaction. Fibers forked inside belong to it, and must end before it does.
 */
export class Transaction extends Context.Service<
  Transaction,
  {
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>

    /** Returns whether `run` would join an open transaction, which may be the host's. */
    readonly isOpen: Effect.Effect<boolean>

    /**
     * Locks names until the surrounding transaction ends. A shared lock waits for exclusive locks, an exclusive lock for
     * all locks. Requests are granted in their order: a later shared request never overtakes a waiting exclusive one. All
     * callers lock the names of one call in the same order. A store that runs one writing transaction at a time needs no
     * locks.
     */
    readonly lock: (names: ReadonlyArray<string>, mode: LockMode) => Effect.Effect<void, StorageError>

    /**
     * Locks names like `lock`, but only if no wait is needed. Returns whether all names were locked. If not, some may
     * be locked, so the caller ends the surrounding transaction.
     */
    readonly tryLock: (names: ReadonlyArray<string>, mode: LockMode) => Effect.Effect<boolean, StorageError>
  }
>()("@rollcall/core/shared/Transaction") {}
