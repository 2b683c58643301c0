import { Schema } from "effect"
import { OptOutScope } from "../opt-outs/OptOut.ts"
import { SearchRequest } from "../search/Filter.ts"
import { Count, described } from "../../shared/Described.ts"
import { ActorUuid, ContactJobUuid, ContactListUuid, ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"

/** The status of a job. `completed` and `failed` are final. */
const ContactJobStatus = Schema.Literals(["pending", "running", "completed", "failed"])
type ContactJobStatus = typeof ContactJobStatus.Type

/** The message for each reason why a job fails. Changes made before the failure stay. */
export const jobFailures = {
  list_archived: "The contact list was archived before all contacts were added.",
  search_invalid: "The search is no longer valid: a custom field in it was archived or has changed."
} as const

export const ContactJobReason = Schema.Literals(["list_archived", "search_invalid"])

export const ContactJobAction = Schema.Literals(["add_to_list", "opt_out", "opt_in"])
export type ContactJobAction = typeof ContactJobAction.Type

/** The contacts that a job changes: the results of a search, or a list of uuids. */
export const ContactSelection = Schema.Union([
  Schema.Struct({ search: SearchRequest }),
  Schema.Struct({ contactUuids: Schema.Array(ContactUuid) })
])
export type ContactSelection = typeof ContactSelection.Type

/** The progress fields of every job. */
export const jobProgress = {
  status: described(ContactJobStatus, "The status of the job. `completed` and `failed` are final."),
  total: described(Count, "How many contacts the job had when it was accepted."),
  processed: described(
    Count,
    "How many contacts were processed. The count may end above or below the total if contacts are added or removed meanwhile."
  ),
  createdBy: described(ActorUuid, "The user who started the job."),
  createdAt: described(Schema.DateTimeUtc, "When it was accepted."),
  updatedAt: described(Schema.DateTimeUtc, "When it last made progress.")
} as const

/** A job that changes many contacts, as stored. */
export const StoredContactJob = Schema.Struct({
  uuid: ContactJobUuid,
  workspaceUuid: WorkspaceUuid,
  action: ContactJobAction,
  /** The list to add contacts to; null for other actions. */
  contactListUuid: Schema.NullOr(ContactListUuid),
  /** The scope of the opt-out; null for other actions. */
  scope: Schema.NullOr(OptOutScope),
  ...jobProgress,
  /** Why the job failed; null otherwise. */
  reason: Schema.NullOr(ContactJobReason),
  changed: Schema.Natural,
  /** How many contacts needed no change. */
  unchanged: Schema.Natural,
  /** How many contacts could not be changed. */
  refused: Schema.Natural,
  /** The contacts to change. Null once the job is over, because a search may contain personal data. */
  selection: Schema.NullOr(ContactSelection),
  /**
   * The last contact processed, or null. `key` is the contact's creation time in milliseconds, or its index in
   * `contactUuids`.
   */
  after: Schema.NullOr(Schema.Struct({ key: Schema.Int, uuid: Schema.String }))
})
export type StoredContactJob = typeof StoredContactJob.Type

export const isJobOver = ({ status }: Pick<StoredContactJob, "status">): boolean =>
  status === "completed" || status === "failed"

/** The maximum number of contacts that one search may change. */
export const maxSearchChanged = 100_000
