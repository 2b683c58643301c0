import { Context, type Effect } from "effect"
import type { StorageError } from "./StorageError.ts"

/** How a name is locked: any number of transactions share it, or one has it exclusively. */
export type LockMode = "shared" | "exclusive"

/**
 * Port: makes what an effect writes to any store of the same adapter one atomic step.
 *
 * `run` commits when the effect succeeds, and rolls back when it fails, dies or is interrupted. Before the commit, others
 * wait or see the earlier state. Inside another `run` it joins that transaction, and rolls back only its own part if it
 * fails and the outer effect continues. That is also the only way to continue after a `StorageError`: an error caught
 * without a `run` around it may have spoiled the whole transaction.
 *
 * Work of other fibers never joins the transaction. Fibers forked inside belong to it, and must end before it does.
 */
export class Transaction extends Context.Service<
  Transaction,
  {
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>

    /** Whether `run` would join a transaction that is open already, perhaps one of the host. */
    readonly isOpen: Effect.Effect<boolean>

    /**
     * Locks names until the surrounding transaction ends. A shared lock waits for exclusive ones, an exclusive lock for
     * all. Requests are granted in their order: later shared requests never overtake a waiting exclusive one. Names of
     * one call are locked in an order that is the same for all callers. A store that runs one writing transaction at a
     * time has nothing to lock.
     */
    readonly lock: (names: ReadonlyArray<string>, mode: LockMode) => Effect.Effect<void, StorageError>

    /**
     * Locks names as `lock` does if it has to wait for none of them, and returns whether it did. Otherwise some of them
     * may be locked: the caller ends the surrounding transaction.
     */
    readonly tryLock: (names: ReadonlyArray<string>, mode: LockMode) => Effect.Effect<boolean, StorageError>
  }
>()("@rollcall/core/shared/Transaction") {}
