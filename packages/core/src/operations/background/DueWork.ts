import { Context, type Duration, Effect, Layer } from "effect"
import type { StorageError } from "../../shared/StorageError.ts"
import type { WorkKind } from "../observability/WorkKind.ts"

/** Port: when background loops look for work. */
export class DueWork extends Context.Service<
  DueWork,
  {
    /**
     * Waits until work of a kind may be due. A store that does not know, because other processes write to it, waits for
     * `pollAfter`. A store that knows returns when work is due: at once if it is already due, or when a commit makes it
     * due.
     */
    readonly awaitDue: (kind: WorkKind, pollAfter: Duration.Duration) => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/operations/background/DueWork") {
  /** For a store that other processes write to. */
  static readonly layerPolling = Layer.succeed(DueWork, { awaitDue: (_kind, pollAfter) => Effect.sleep(pollAfter) })
}
