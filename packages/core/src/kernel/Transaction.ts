import { Context, type Effect } from "effect"
import type { StorageError } from "./StorageError.ts"

/**
 * Port: makes what an effect writes to any store of the same adapter one atomic step.
 *
 * `run` commits when the effect succeeds and rolls back when it fails or is interrupted; nothing of it is visible to
 * others before the commit. Inside another `run` it joins that transaction, and undoes its own part alone when it fails
 * and the outer one goes on. Work of other fibers never joins it.
 */
export class Transaction extends Context.Service<
  Transaction,
  {
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>
  }
>()("@rollcall/core/kernel/Transaction") {}
