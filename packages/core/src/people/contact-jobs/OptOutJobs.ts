import { Array as Arr, Context, Effect, Layer, Option, Schema } from "effect"
import { Contacts } from "../contacts/Contacts.ts"
import { maxMembersAtOnce } from "../lists/ContactList.ts"
import { OptOutScope } from "../opt-outs/OptOut.ts"
import { SearchRequest } from "../search/Filter.ts"
import type { SearchStopped } from "../search/SearchLimit.ts"
import { Count, described } from "../../shared/Described.ts"
import { type Caller, ContactJobUuid, ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { InvalidInput, issue } from "../../shared/Issue.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { workspaceService } from "../../shared/WorkspaceService.ts"
import { countFound, newJob, unordered } from "./AcceptJob.ts"
import { type ContactSelection, jobProgress, type StoredContactJob } from "./ContactJob.ts"
import { ContactJobStore } from "./ContactJobStore.ts"

/** The action of an opt-out job for each contact. */
export const OptOutAction = Schema.Literals(["opt_out", "opt_in"])
export type OptOutAction = typeof OptOutAction.Type

/** An opt-out job to start. */
export const NewOptOutJob = Schema.Struct({
  action: OptOutAction,
  /** The scope of the opt-outs. Default: `all`. Only allowed with `opt_out`. */
  scope: Schema.optional(OptOutScope),
  /** Changes all contacts of this search, at most 100,000. */
  search: Schema.optional(SearchRequest),
  /** Changes these contacts instead, at most 100. */
  contactUuids: Schema.optional(Schema.Array(ContactUuid))
})
export type NewOptOutJob = typeof NewOptOutJob.Type

/** A job that opts many contacts out or in. */
export const OptOutJob = Schema.Struct({
  uuid: described(ContactJobUuid, "The uuid of the job."),
  workspaceUuid: WorkspaceUuid,
  action: described(OptOutAction, "Whether each contact is opted out or in."),
  scope: described(Schema.NullOr(OptOutScope), "The scope of the opt-outs. Null for `opt_in`."),
  ...jobProgress,
  reason: described(
    Schema.NullOr(Schema.Literal("search_invalid")),
    "Why the job failed. Null otherwise. Changes made before the failure stay."
  ),
  changed: described(Count, "How many contacts were opted out or in."),
  unchanged: described(Count, "How many contacts were opted out or in already."),
  refused: described(
    Count,
    "How many contacts were not opted out because they have no number or user id that a broadcast could reach."
  )
})
export type OptOutJob = typeof OptOutJob.Type

/** The workspace has no opt-out job with this uuid. */
export class OptOutJobNotFound extends Schema.TaggedError<OptOutJobNotFound>()("OptOutJobNotFound", {
  uuid: ContactJobUuid
}) {
  override get message(): string {
    return `There is no job ${this.uuid}.`
  }
}

/** The position (after the caller) and schema of each operation's input. */
const inputs = { startJob: [0, NewOptOutJob] } as const

/**
 * Starts and follows jobs that opt many contacts out or in.
 *
 * @example
 * const jobs = yield* OptOutJobs
 * const { total } = yield* jobs.startJob(caller, { action: "opt_out", search: { searchTerm: "ash" } })
 * return total
 */
export class OptOutJobs extends Context.Service<
  OptOutJobs,
  {
    /**
     * Accepts a job that opts many contacts out or in. Fails with every issue of the search, or if there are too many
     * contacts.
     *
     * @param job Either a `search` (its sort order is ignored) or `contactUuids`.
     * @example
     * const jobs = yield* OptOutJobs
     * const { status, uuid } = yield* jobs.startJob(caller, { action: "opt_in", contactUuids: [contact] })
     * return [uuid, status]
     */
    readonly startJob: (
      caller: Caller,
      job: NewOptOutJob
    ) => Effect.Effect<OptOutJob, InvalidInput | SearchStopped | StorageError>

    /**
     * Returns the progress of a job.
     *
     * @param uuid The job's uuid.
     * @example
     * const jobs = yield* OptOutJobs
     * const { changed, status } = yield* jobs.job(caller, job)
     * return [status, changed]
     */
    readonly job: (caller: Caller, uuid: ContactJobUuid) => Effect.Effect<OptOutJob, OptOutJobNotFound | StorageError>
  }
>()("@rollcall/core/people/contact-jobs/OptOutJobs") {
  static readonly layer = Layer.effect(
    OptOutJobs,
    Effect.gen(function* () {
      const store = yield* ContactJobStore
      const contacts = yield* Contacts

      const totalOf = (caller: Caller, selection: ContactSelection) =>
        "search" in selection
          ? Effect.provideService(countFound(caller, selection.search), Contacts, contacts)
          : Effect.succeed(selection.contactUuids.length)

      return OptOutJobs.of(
        workspaceService("OptOutJobs", inputs, {
          startJob: Effect.fnUntraced(function* (caller, job) {
            const { action, scope = "all" } = job
            yield* InvalidInput.refuse(
              action === "opt_in" && job.scope !== undefined
                ? [issue("value_error", ["scope"], "cannot be combined with opt_in, which removes all opt-outs")]
                : []
            )
            const selection = yield* selectionOf(job)
            const stored = yield* newJob(caller, {
              ...{ action, contactListUuid: null, scope: action === "opt_out" ? scope : null, selection },
              total: yield* totalOf(caller, selection)
            })
            yield* store.insert(stored)
            return shown(action, stored)
          }),

          job: Effect.fnUntraced(function* ({ workspace }, uuid) {
            const found = Option.getOrUndefined(yield* store.find({ workspace, job: uuid }))
            if (found === undefined || found.action === "add_to_list") return yield* new OptOutJobNotFound({ uuid })
            return shown(found.action, found)
          })
        })
      )
    })
  )
}

/**
 * Returns the contacts of a job. Fails unless exactly one of `search` and `contactUuids` is given, or for too many uuids.
 */
const selectionOf = ({ contactUuids, search }: NewOptOutJob): Effect.Effect<ContactSelection, InvalidInput> => {
  const refuse = (code: Parameters<typeof issue>[0], message: string) =>
    Effect.fail(new InvalidInput({ issues: [issue(code, ["contactUuids"], message)] }))
  if (search !== undefined) {
    return contactUuids === undefined
      ? Effect.succeed({ search: unordered(search) })
      : refuse("value_error", "cannot be combined with search")
  }
  if (contactUuids === undefined) return refuse("missing", "is required, unless search is given")
  const distinct = Arr.dedupe(contactUuids)
  return distinct.length > maxMembersAtOnce
    ? refuse("too_long", `may have at most ${maxMembersAtOnce} contacts`)
    : Effect.succeed({ contactUuids: distinct })
}

const shown = (action: OptOutAction, job: StoredContactJob): OptOutJob => {
  const { changed, createdAt, createdBy, processed, reason, refused, scope, status, total, unchanged } = job
  const { updatedAt, uuid, workspaceUuid } = job
  return {
    ...{ uuid, workspaceUuid, action, scope, status, total, processed, changed, unchanged, refused },
    ...{ createdBy, createdAt, updatedAt, reason: reason === null ? null : "search_invalid" }
  }
}
