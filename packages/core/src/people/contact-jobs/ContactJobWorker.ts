import { Array as Arr, DateTime, Duration, Effect, Layer, Option } from "effect"
import { forkSweep, runForever } from "../../operations/background/BackgroundLoop.ts"
import { planIn } from "../contacts/ContactSearch.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import type { ContactList } from "../lists/ContactList.ts"
import { ContactListStore } from "../lists/ContactListStore.ts"
import { OptOuts } from "../opt-outs/OptOuts.ts"
import type { SearchRequest } from "../search/Filter.ts"
import { withoutLimits } from "../search/SearchLimit.ts"
import type { Sort } from "../search/Sort.ts"
import type { ActorUuid, ContactListUuid, ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { type ContactJobAction, isJobOver, type StoredContactJob } from "./ContactJob.ts"
import { type ContactJobRef, ContactJobStore } from "./ContactJobStore.ts"

/**
 * How many contacts one step changes, in one transaction. During an opt-out or opt-in step, no broadcast of the workspace
 * can start sending.
 */
const contactsAtOnce: { readonly [Action in ContactJobAction]: number } = {
  add_to_list: 1_000,
  opt_out: 200,
  opt_in: 200
}

/** How many jobs one sweep claims. */
const jobsAtOnce = 10

/** How long after a job's last step any worker may take over the job, in case its worker has died. */
const dueAfter = Duration.seconds(30)

/** How often to look for jobs if the store does not know when the next job is due. */
const sweepEvery = Duration.seconds(1)

/**
 * A stable order, so that each remaining contact is processed once.
 *
 * @see docs/contributing/decisions.md, S16
 */
const byCreation: Sort = { field: { kind: "instant", name: "createdAt" }, direction: "asc" }

/**
 * Runs the jobs that add contacts to a list or opt contacts out or in. Any number of processes may run this layer on one
 * store. If a process dies, another process continues after the last committed step. Without this layer, a host only
 * accepts jobs. Searches by list or segment need `ContactSets`.
 */
export const layerContactJobWorker = Layer.effectDiscard(
  Effect.suspend(() => forkSweep("jobs", "jobs", runDueJobs, sweepEvery))
)

/** Runs the due jobs. A failed job is retried later and does not affect other jobs. */
const runDueJobs = Effect.gen(function* () {
  const store = yield* ContactJobStore
  const due = yield* store.claimDue({ limit: jobsAtOnce, dueAfter })
  yield* Effect.forEach(due, (ref) => Effect.annotateLogs(runForever("jobs", runContactJob(ref)), { job: ref.job }), {
    discard: true
  })
})

/** Changes the contacts of a job step by step, until all are changed or another process takes over. */
export const runContactJob = Effect.fn("ContactJob.run")((ref: ContactJobRef, atOnce?: number) =>
  Effect.repeat(jobStep(ref, atOnce), { until: (hasMore) => !hasMore })
)

/**
 * Changes the next contacts and returns whether more may follow. The search runs before the transaction, to keep the
 * transaction short. Skips the step if another process has already advanced the job.
 */
const jobStep = Effect.fn("ContactJob.step")(function* (ref: ContactJobRef, atOnce: number | undefined) {
  const store = yield* ContactJobStore
  const transaction = yield* Transaction
  const before = Option.getOrUndefined(yield* store.find(ref))
  if (before === undefined || isJobOver(before)) return false
  const slice = yield* nextSlice(before, atOnce ?? contactsAtOnce[before.action])
  return yield* transaction.run(
    Effect.gen(function* () {
      const locked = Option.getOrUndefined(yield* store.lock(ref))
      if (locked === undefined || isJobOver(locked)) return false
      if (locked.processed !== before.processed || locked.after?.uuid !== before.after?.uuid) return true
      const after = yield* advanced(locked, slice)
      yield* store.replace(after, dueAfter)
      return !isJobOver(after)
    })
  )
})

/** The contacts of one step. */
interface Slice {
  readonly uuids: ReadonlyArray<ContactUuid>
  readonly processed: number
  /** The last contact of the step; null for a step without contacts. */
  readonly last: StoredContactJob["after"]
  readonly isLast: boolean
}

/** Returns the next contacts of a job; null if the job's search is no longer valid. */
const nextSlice = (job: StoredContactJob, limit: number) => {
  const { selection } = job
  if (selection === null) return Effect.succeed(null)
  return "search" in selection ? nextFound(job, selection.search, limit) : nextNamed(job, selection.contactUuids, limit)
}

const nextFound = Effect.fnUntraced(function* (
  { after, workspaceUuid }: StoredContactJob,
  search: SearchRequest,
  limit: number
) {
  const plan = yield* planIn(workspaceUuid, search).pipe(
    Effect.asSome,
    Effect.catchTag("InvalidInput", () => Effect.succeedNone)
  )
  if (Option.isNone(plan)) return null
  const { condition } = plan.value
  const store = yield* ContactStore
  const page = { limit, offset: 0, ...(after && { after }) }
  const { items, next } = yield* store.search(workspaceUuid, { condition, sort: byCreation }, page, withoutLimits)
  const last = items.at(-1)
  const slice: Slice = {
    uuids: items.map(({ uuid }) => uuid),
    processed: items.length,
    last: last === undefined ? null : { key: last.createdAt.epochMilliseconds, uuid: last.uuid },
    isLast: next === null
  }
  return slice
})

/** Returns the next named contacts. A contact that was merged meanwhile is replaced by its survivor. */
const nextNamed = Effect.fnUntraced(function* (
  { after, workspaceUuid }: StoredContactJob,
  named: ReadonlyArray<ContactUuid>,
  limit: number
) {
  const begin = after === null ? 0 : after.key + 1
  const uuids = named.slice(begin, begin + limit)
  const survivors = yield* ContactStore.use((store) => store.survivors(workspaceUuid, uuids))
  const last = uuids.at(-1)
  const slice: Slice = {
    uuids: Arr.dedupe(survivors.map(({ survivor }) => survivor)),
    processed: uuids.length,
    last: last === undefined ? null : { key: begin + uuids.length - 1, uuid: last },
    isLast: begin + limit >= named.length
  }
  return slice
})

/** Changes the contacts of one step of a locked job and returns the updated job. */
const advanced = Effect.fnUntraced(function* (job: StoredContactJob, slice: Slice | null) {
  const now = DateTime.max(yield* DateTime.now, job.updatedAt)
  const { contactListUuid, createdBy: actor, scope, workspaceUuid: workspace } = job
  const list = contactListUuid === null ? null : yield* openList(workspace, contactListUuid)
  if (list === undefined) return over(job, "failed", "list_archived", now)
  if (slice === null) return over(job, "failed", "search_invalid", now)
  const { isLast, last, processed, uuids } = slice
  const outcomes =
    list !== null
      ? yield* addToList(list, uuids, actor, now)
      : yield* OptOuts.use((optOuts) =>
          scope === null
            ? optOuts.optInAll({ actor, workspace }, uuids)
            : optOuts.optOutAll({ actor, workspace }, uuids, scope)
        )
  const counted = (wanted: "changed" | "unchanged" | "refused") =>
    job[wanted] + outcomes.filter((outcome) => outcome === wanted).length
  const after: StoredContactJob = {
    ...job,
    status: "running",
    processed: job.processed + processed,
    changed: counted("changed"),
    unchanged: counted("unchanged"),
    refused: counted("refused"),
    after: last ?? job.after,
    updatedAt: now
  }
  return isLast ? over(after, "completed", null, now) : after
})

/** Locks and returns a list; undefined if the list is archived or does not exist. */
const openList = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuid: ContactListUuid) {
  const list = Option.getOrUndefined(yield* ContactListStore.use((lists) => lists.lock(workspace, uuid)))
  return list?.status === "archived" ? undefined : list
})

const addToList = Effect.fnUntraced(function* (
  { updatedAt, uuid, workspaceUuid }: ContactList,
  uuids: ReadonlyArray<ContactUuid>,
  actor: ActorUuid,
  now: DateTime.Utc
) {
  if (uuids.length === 0) return []
  const lists = yield* ContactListStore
  const outcomes = yield* lists.addMembers(workspaceUuid, uuid, uuids, actor, DateTime.max(now, updatedAt))
  return Array.from(outcomes.values(), (outcome) =>
    outcome === "added" ? "changed" : outcome === "present" ? "unchanged" : null
  )
})

const over = (
  job: StoredContactJob,
  status: "completed" | "failed",
  reason: StoredContactJob["reason"],
  now: DateTime.Utc
): StoredContactJob => ({ ...job, status, reason, updatedAt: now, selection: null, after: null })
