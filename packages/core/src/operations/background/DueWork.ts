import { Context, type Duration, Effect, Layer } from "effect"
import type { StorageError } from "../../shared/StorageError.ts"
import type { WorkKind } from "../observability/WorkKind.ts"

/** Port: tells background loops when to look for work. */
export class DueWork extends Context.Service<
  DueWork,
  {
    /**
     * Waits until work of a kind may be due. If other processes write to the store, waits for `pollAfter`. Otherwise
     * returns as soon as work is due: at once, or when a commit makes work due.
     */
    readonly awaitDue: (kind: WorkKind, pollAfter: Duration.Duration) => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/operations/background/DueWork") {
  /** Waits for `pollAfter` each time, for a store that other processes write to. */
  static readonly layerPolling = Layer.succeed(DueWork, { awaitDue: (_kind, pollAfter) => Effect.sleep(pollAfter) })
}
