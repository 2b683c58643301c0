import { Effect, Layer, Array as Arr, Clock, DateTime, Duration, Metric, Option, Schedule, Schema } from "effect"
import { forkRetention, besides, forkSweep, runForever } from "../../operations/background/BackgroundLoop.ts"
import { ContactImportStore, type ImportRef } from "./ContactImportStore.ts"
import { ImportSettings } from "./ImportSettings.ts"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { ContactStore } from "../contacts/ContactStore.ts"
import { EventStore } from "../../events/events/EventStore.ts"
import { nameEvent } from "../../events/events/RollcallEvent.ts"
import { HistoryStore } from "../history/HistoryStore.ts"
import { ContactListStore } from "../lists/ContactListStore.ts"
import { ContactImportUuid, type ContactListUuid, CurrentActor, WorkspaceUuid } from "../../shared/Ids.ts"
import { metrics } from "../../operations/observability/Metrics.ts"
import { inTraceOf } from "../../operations/observability/Traces.ts"
import { optOutLock } from "../opt-outs/OptOut.ts"
import { OptOuts } from "../opt-outs/OptOuts.ts"
import { issue } from "../../shared/Issue.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { Transaction } from "../../shared/Transaction.ts"
import type { AppliedRow, ContactImport, RowChanges } from "./ContactImport.ts"
import { decideRows } from "./DecideRows.ts"
import { advance, failRest, isImportOver } from "./ImportProgress.ts"

/** The maximum number of imports that one sweep claims. The next sweep claims the remaining imports. */
const importsAtOnce = 100

/** How often all deferred index work is done. More frequent work would cost more during an import. */
const maintainEvery = Duration.seconds(10)

/** How often a batch is retried after a conflict before other imports get their turn. */
const retries = 5

/** The queue of imports with rows to apply. A duplicate or late job is harmless, because applied rows have an outcome. */
const importQueue = PersistedQueue.make({
  name: "rollcall/imports",
  schema: Schema.Struct({ workspace: WorkspaceUuid, contactImport: ContactImportUuid })
})

/**
 * Runs the workers that apply imported rows. Any number of processes may run this layer on one store. If a process dies,
 * its transaction is rolled back, and another process continues at the first row without an outcome. Without this layer, a
 * host only accepts imports.
 *
 * @see docs/contributing/decisions.md, I1
 */
export const layerImportWorker = Layer.effectDiscard(
  Effect.gen(function* () {
    const { nextCheckAfter, sweepEvery, workers } = yield* ImportSettings
    const queue = yield* importQueue

    const takeJob = queue.take((ref) =>
      Effect.flatMap(runImport(ref), (hasMore) => (hasMore ? Effect.asVoid(queue.offer(ref)) : Effect.void))
    )

    const { shortenChecks } = yield* ContactImportStore
    const { maintainIndexes } = yield* ContactStore
    const shorten = yield* besides("shortening of import checks", nextCheckAfter, shortenChecks(nextCheckAfter))
    const maintain = yield* besides("maintenance of indexes", maintainEvery, maintainIndexes("any"))
    const maintainFull = yield* besides("maintenance of full indexes", sweepEvery, maintainIndexes("much"))
    const sweep = Effect.all([shorten, offerDueImports(), maintain, maintainFull], { discard: true })
    yield* forkSweep("sweep of imports", "imports", sweep, sweepEvery)
    for (let worker = 0; worker < workers; worker++) {
      yield* Effect.forkScoped(Effect.forever(runForever("import worker", takeJob)))
    }
  })
)

/**
 * Queues a job for every due import, in case its job was lost. Runs in one transaction, so an import without a job stays
 * due.
 */
const offerDueImports = Effect.fn("ImportWorker.offerDue")(function* () {
  const store = yield* ContactImportStore
  const queue = yield* importQueue
  const { run } = yield* Transaction
  const { nextCheckAfter } = yield* ImportSettings
  const claim = store.claimDue({ limit: importsAtOnce, nextCheckAfter })
  yield* run(Effect.flatMap(claim, (due) => Effect.forEach(due, (ref) => queue.offer(ref), { discard: true })))
})

/**
 * Applies the rows of one import until it has ended or `jobTime` is over. Returns whether the caller should continue; false
 * if another transaction has locked the import. Concurrent calls take turns at the import's batches. Before each batch,
 * does deferred index work above the `excess` threshold, so that other writers and searches have less to do.
 */
export const runImport = (ref: ImportRef) =>
  workOn(ref).pipe(
    inTraceOf({ kind: "import", workspace: ref.workspace, uuid: ref.contactImport }, "ImportWorker.run", {
      kind: "consumer"
    })
  )

const workOn = Effect.fnUntraced(function* (ref: ImportRef) {
  const { jobTime } = yield* ImportSettings
  const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(jobTime)
  let hasMore = true
  while (hasMore && (yield* Clock.currentTimeMillis) < end) {
    yield* ContactStore.use((store) => store.maintainIndexes("excess"))
    hasMore = yield* runBatch(ref)
  }
  return hasMore
})

const runBatch = (ref: ImportRef) =>
  applyBatch(ref).pipe(
    Effect.retry(afterConflict),
    Effect.catchIf(
      ({ reason }) => reason === "Corrupt",
      (error) =>
        Effect.logError("an import cannot be read", error).pipe(
          Effect.annotateLogs({ contactImport: ref.contactImport }),
          Effect.andThen(abandon(ref))
        )
    )
  )

const afterConflict = {
  schedule: Schedule.jittered(Schedule.exponential("20 millis")),
  times: retries,
  while: ({ reason }: StorageError) => reason === "Conflict"
}

/** Applies the next rows of an import and stores their results in the same transaction. */
const applyBatch = Effect.fn("ImportWorker.applyBatch")((ref: ImportRef) => advanceImport(ref, applyRows))

/** Ends an import whose rows can't be read. Results of applied rows are kept; the other rows fail. */
const abandon = Effect.fn("ImportWorker.abandon")((ref: ImportRef) =>
  advanceImport(ref, (contactImport) =>
    Effect.succeed({ results: failRest(contactImport, unreadable), rejectPending: Effect.void })
  )
)

const unreadable = issue("unreadable", ["contacts"], "the import could not continue because stored data is unreadable")

interface AppliedRows {
  readonly results: ReadonlyArray<AppliedRow>
  /** Rejects pending recipients that the rows opted out. Must run after the commit. */
  readonly rejectPending: Effect.Effect<void, StorageError>
}

/** Locks an import, applies more rows and stores their results in one transaction. Does nothing if the import has ended. */
const advanceImport = Effect.fnUntraced(function* <E, R>(
  ref: ImportRef,
  apply: (contactImport: ContactImport) => Effect.Effect<AppliedRows, E, R>
) {
  const imports = yield* ContactImportStore
  const events = yield* EventStore
  const transaction = yield* Transaction
  const { nextCheckAfter } = yield* ImportSettings
  const nothing: AppliedRows = { results: [], rejectPending: Effect.void }
  const { hasMore, rejectPending, results } = yield* transaction.run(
    Effect.gen(function* () {
      const before = Option.getOrUndefined(yield* imports.lock(ref))
      if (before === undefined || isImportOver(before)) return { hasMore: false, ...nothing }
      const applied = yield* Effect.provideService(apply(before), CurrentActor, before.createdBy)
      const after = advance(before, applied.results, yield* DateTime.now)
      yield* imports.record(after, applied.results, nextCheckAfter)
      if (!isImportOver(after)) return { hasMore: true, ...applied }
      const type = after.status === "failed" ? "import.failed" : "import.completed"
      yield* events.append([nameEvent({ type, workspaceUuid: after.workspaceUuid, contactImportUuid: after.uuid })])
      return { hasMore: false, ...applied }
    })
  )
  // Recipients are always locked before contacts, so this effect runs after the commit. A recipient that is missed here is
  // rejected when its send begins.
  yield* Effect.retry(rejectPending, afterConflict).pipe(
    Effect.catch((error) =>
      Effect.logWarning(
        "pending recipients whom an import opted out could not be rejected yet. Each is rejected when its send begins",
        error
      ).pipe(Effect.annotateLogs({ contactImport: ref.contactImport }))
    )
  )
  // The metric is updated after the commit, so that a retried batch counts once.
  const counted = Arr.groupBy(results, ({ outcome }) => outcome)
  for (const [outcome, rows] of Object.entries(counted)) {
    yield* Metric.update(metrics.importRows.of(outcome), rows.length)
  }
  return hasMore
})

const noChanges: RowChanges = { changes: [], restored: false, lists: [] }

const applyRows = Effect.fnUntraced(function* (contactImport: ContactImport) {
  const { contactListUuid, createdBy, uuid, workspaceUuid } = contactImport
  const imports = yield* ContactImportStore
  const contactStore = yield* ContactStore
  const { addMembers } = yield* ContactListStore
  const { batch } = yield* ImportSettings
  const rows = yield* imports.nextRows({ workspace: workspaceUuid, contactImport: uuid }, batch)
  // Lock opt-outs first: this lock comes before the locks of broadcasts and contacts.
  if (rows.some(({ row }) => row.optedOut !== undefined)) {
    yield* Transaction.use((transaction) => transaction.lock([optOutLock(workspaceUuid)], "exclusive"))
  }
  const {
    changed,
    created,
    history,
    lists,
    optedOut,
    restored,
    results: decided
  } = yield* decideRows(contactImport, rows)
  // History is appended before contacts are saved. The contact rows are locked already, but after the save, the append
  // would have to lock their new versions.
  if (history.length > 0) yield* HistoryStore.use((store) => store.append(history))
  yield* contactStore.save({ created, changed })
  if (restored.length > 0) {
    const type = "contact.unarchived"
    const events = restored.map((contactUuid) => nameEvent({ type, workspaceUuid, contactUuid }))
    yield* EventStore.use((store) => store.append(events))
  }
  // `results` may cover only the first rows, in their order.
  const joins = (list: ContactListUuid, at: number): boolean =>
    list === contactListUuid || rows[at]?.row.contactListUuids?.includes(list) === true
  const joined = new Map<number, RowChanges["lists"]>()
  for (const [list, { updatedAt }] of lists) {
    const joining = decided.filter((_, at) => joins(list, at))
    const contacts = Arr.dedupe(joining.flatMap(({ contactUuid }) => Arr.fromNullishOr(contactUuid)))
    const now = DateTime.max(yield* DateTime.now, updatedAt)
    if (contacts.length === 0) continue
    const outcomes = yield* addMembers(workspaceUuid, list, contacts, createdBy, now)
    for (const [at, { contactUuid }] of decided.entries()) {
      if (contactUuid === null || !joins(list, at) || outcomes.get(contactUuid) !== "added") continue
      joined.set(at, [...(joined.get(at) ?? []), { list, addedAt: now }])
    }
  }
  // Undoing a row that created a contact erases the contact with its memberships.
  const results = decided.map((result, at): AppliedRow => {
    const lists = result.outcome === "created" ? undefined : joined.get(at)
    return lists === undefined ? result : { ...result, changes: { ...(result.changes ?? noChanges), lists } }
  })
  const nobody: AppliedRows = { results, rejectPending: Effect.void }
  if (optedOut.length === 0) return nobody
  const caller = { workspace: workspaceUuid, actor: createdBy }
  const applied: AppliedRows = {
    results,
    rejectPending: yield* OptOuts.use((optOuts) => optOuts.addImported(caller, optedOut))
  }
  return applied
})

/** Removes the rows of imports that ended more than `keepRowsFor` ago. */
export const layerImportRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const { keepRowsFor } = yield* ImportSettings
    const store = yield* ContactImportStore
    yield* forkRetention("removal of imported rows", keepRowsFor, store.pruneRows, () => Effect.void)
  })
)
