import { Clock, Duration, Effect, Layer, Schedule } from "effect"
import { survive } from "../shared/BackgroundLoop.ts"
import { ContactImportStore, type ImportRef } from "./ContactImportStore.ts"
import { abandon, applyBatch, type BatchEnd } from "./ImportBatch.ts"
import { importQueue } from "./ImportQueue.ts"
import { CurrentImportSettings } from "./ImportSettings.ts"

/** How many imports one look takes on; the next look takes the rest. */
const importsAtOnce = 100

/** How often a batch that lost a race is begun again before others have their turn. */
const retries = 5

/**
 * The workers that apply imported rows. Any number of processes may run them on one store. One that dies loses nothing:
 * its transaction is undone, and another goes on at the first row without an outcome (I1). An embedding host that leaves
 * this layer out accepts imports for others to work off.
 */
export const layerImportWorker = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* CurrentImportSettings
    const queue = yield* importQueue

    const takeJob = queue.take((ref) =>
      Effect.flatMap(runImport(ref), (end) => (end === "more" ? Effect.asVoid(queue.offer(ref)) : Effect.void))
    )

    yield* Effect.forkScoped(
      Effect.repeat(survive("sweep of imports", offerDueImports()), Schedule.spaced(settings.sweepEvery))
    )
    for (let worker = 0; worker < settings.workers; worker++) {
      yield* Effect.forkScoped(Effect.forever(survive("import worker", takeJob)))
    }
  })
)

/** One look at the imports that are due: no job that the queue loses can strand one. It is harmless when repeated. */
export const offerDueImports = Effect.fn("ImportWorker.offerDue")(function* () {
  const store = yield* ContactImportStore
  const queue = yield* importQueue
  const { nextCheckAfter } = yield* CurrentImportSettings
  const due = yield* store.claimDue({ limit: importsAtOnce, nextCheckAfter })
  yield* Effect.forEach(due, (ref) => queue.offer(ref), { discard: true })
})

/** Works on one import until it is over or time is up. Two that work on one at a time take turns at its batches. */
export const runImport = Effect.fn("ImportWorker.run")(function* (ref: ImportRef) {
  const { jobTime } = yield* CurrentImportSettings
  const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(jobTime)
  let step: BatchEnd = "more"
  while (step === "more" && (yield* Clock.currentTimeMillis) < end) step = yield* runBatch(ref)
  return step
})

const runBatch = (ref: ImportRef) =>
  applyBatch(ref).pipe(
    Effect.retry({
      schedule: Schedule.jittered(Schedule.exponential("20 millis")),
      times: retries,
      while: ({ reason }) => reason === "Conflict"
    }),
    Effect.catchIf(
      ({ reason }) => reason === "Corrupt",
      (error) =>
        Effect.logError("an import cannot be read", error).pipe(
          Effect.annotateLogs({ contactImport: ref.contactImport }),
          Effect.andThen(abandon(ref)),
          Effect.as<BatchEnd>("idle")
        )
    )
  )
