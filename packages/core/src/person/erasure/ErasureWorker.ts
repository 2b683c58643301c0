import { Effect, Layer } from "effect"
import { forkSweep, runForever } from "../../operations/background/BackgroundLoop.ts"
import { erasureDueAfter } from "./ContactErasure.ts"
import { finishErasure } from "./ErasureSteps.ts"
import { ErasureStore } from "./ErasureStore.ts"

/** The number of erasures that one sweep finishes. The next sweep finishes the remaining erasures. */
const erasuresAtOnce = 10

/**
 * Finishes erasures that a caller left unfinished or ran in a transaction of the host. A failure affects only one erasure.
 */
export const finishErasures = Effect.gen(function* () {
  const erasures = yield* ErasureStore
  const due = yield* erasures.claimDue({ limit: erasuresAtOnce, dueAfter: erasureDueAfter })
  yield* Effect.forEach(
    due,
    (erasure) => Effect.annotateLogs(runForever("erasures", finishErasure(erasure)), { contact: erasure.contact }),
    {
      discard: true
    }
  )
})

/**
 * Finishes erasures in the background: at startup, and then whenever an erasure may be due. An erasure is due a minute
 * after it was stored.
 */
export const layerErasureWorker = Layer.effectDiscard(
  forkSweep("erasures", "erasures", finishErasures, erasureDueAfter)
)
