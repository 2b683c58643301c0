import { Effect, Layer } from "effect"
import { forkSweep, runForever } from "../../operations/background/BackgroundLoop.ts"
import { erasureDueAfter } from "./ContactErasure.ts"
import { finishErasure } from "./ErasureSteps.ts"
import { ErasureStore } from "./ErasureStore.ts"

/** The number of erasures that one sweep finishes. The next sweep finishes the others. */
const erasuresAtOnce = 10

/** Finishes erasures whose caller died or ran them in a transaction of the host. A failure affects only its own erasure. */
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

/** Finishes erasures in the background: immediately, and then whenever one may be due, a minute after its start. */
export const layerErasureWorker = Layer.effectDiscard(
  forkSweep("erasures", "erasures", finishErasures, erasureDueAfter)
)
