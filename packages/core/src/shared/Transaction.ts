import { Context, type Effect } from "effect"
import type { StorageError } from "./StorageError.ts"

/**
 * Port: makes what an effect writes to any store of the same adapter one atomic step.
 *
 * `run` commits when the effect succeeds and rolls back when it fails, dies or is interrupted; nothing of it is visible
 * to others before the commit, be it that they wait for it or see what was there before. Inside another `run` it joins
 * that transaction, and undoes its own part alone when it fails and the outer one goes on. That is also the only way to
 * go on after a `StorageError`: one that is caught without a `run` around it may have spoiled the whole transaction.
 *
 * Work of other fibers never joins it, but for those that are forked inside: they belong to it, and have to end before
 * it does.
 */
export class Transaction extends Context.Service<
  Transaction,
  {
    readonly run: <A, E, R>(
      effect: Effect.Effect<A, E, R>,
      options?: TransactionOptions
    ) => Effect.Effect<A, E | StorageError, R>
  }
>()("@rollcall/core/shared/Transaction") {}

export interface TransactionOptions {
  /**
   * Whether it writes thousands of rows. It means the same in any case; but a store that works on the thread of the
   * process may do this beside it, so that others are answered meanwhile. Inside another transaction it says nothing.
   */
  readonly isLong?: boolean
}
