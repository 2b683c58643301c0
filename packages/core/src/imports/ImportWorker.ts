import { Clock, Duration, Effect, Layer, Schedule, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { survive } from "../shared/BackgroundLoop.ts"
import { ContactImportUuid, WorkspaceUuid } from "../shared/Ids.ts"
import { ContactImportStore, type ImportRef } from "./ContactImportStore.ts"
import { abandon, applyBatch, type BatchEnd } from "./ImportBatch.ts"
import { CurrentImportSettings } from "./ImportSettings.ts"

/** How many imports one sweep claims; the next one claims the others. */
const importsAtOnce = 100

/** How often a batch that lost a race is repeated before other imports have their turn. */
const retries = 5

/** The queue of imports that have rows to apply. A job that comes twice or late is harmless: rows have their outcomes. */
const importQueue = PersistedQueue.make({
  name: "rollcall/imports",
  schema: Schema.Struct({ workspace: WorkspaceUuid, contactImport: ContactImportUuid })
})

/**
 * The workers that apply imported rows. Any number of processes may run them on one store. If one dies, its transaction
 * is rolled back, and another continues at the first row without an outcome (I1). A host that leaves this layer out only
 * accepts imports.
 */
export const layerImportWorker = Layer.effectDiscard(
  Effect.gen(function* () {
    const { sweepEvery, workers } = yield* CurrentImportSettings
    const queue = yield* importQueue

    const takeJob = queue.take((ref) =>
      Effect.flatMap(runImport(ref), (end) => (end === "more" ? Effect.asVoid(queue.offer(ref)) : Effect.void))
    )

    yield* Effect.forkScoped(Effect.repeat(survive("sweep of imports", offerDueImports()), Schedule.spaced(sweepEvery)))
    for (let worker = 0; worker < workers; worker++) {
      yield* Effect.forkScoped(Effect.forever(survive("import worker", takeJob)))
    }
  })
)

/** Offers a job for every import that is due, so that one whose job is lost is applied too. */
export const offerDueImports = Effect.fn("ImportWorker.offerDue")(function* () {
  const store = yield* ContactImportStore
  const queue = yield* importQueue
  const { nextCheckAfter } = yield* CurrentImportSettings
  const due = yield* store.claimDue({ limit: importsAtOnce, nextCheckAfter })
  yield* Effect.forEach(due, (ref) => queue.offer(ref), { discard: true })
})

/** Applies the rows of one import until it is over or time is up. Concurrent calls for it take turns at its batches. */
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
          Effect.andThen(abandon(ref))
        )
    )
  )
