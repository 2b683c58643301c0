import { Schema } from "effect"
import { OptOutScope } from "../opt-outs/OptOut.ts"
import { SearchRequest } from "../search/Filter.ts"
import { Count, described } from "../../shared/Described.ts"
import { ActorUuid, ContactJobUuid, ContactListUuid, ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"

/** How far a job is. It does not change any more once it is `completed` or `failed`. */
const ContactJobStatus = Schema.Literals(["pending", "running", "completed", "failed"])
type ContactJobStatus = typeof ContactJobStatus.Type

/** What each reason means for which a job fails. What was done before stays done. */
export const jobFailures = {
  list_archived: "The contact list was archived before all contacts were added.",
  search_invalid: "The search is no longer valid: a custom field in it was archived or has changed."
} as const

/** Why a job fails. */
export const ContactJobReason = Schema.Literals(["list_archived", "search_invalid"])

/** What a job does to each contact. */
export const ContactJobAction = Schema.Literals(["add_to_list", "opt_out", "opt_in"])
export type ContactJobAction = typeof ContactJobAction.Type

/** The contacts that a job changes: all that a search finds, or these. */
export const ContactSelection = Schema.Union([
  Schema.Struct({ search: SearchRequest }),
  Schema.Struct({ contactUuids: Schema.Array(ContactUuid) })
])
export type ContactSelection = typeof ContactSelection.Type

/** How far a job is, whatever it does. */
export const jobProgress = {
  status: described(ContactJobStatus, "The status of the job. `completed` and `failed` are final."),
  total: described(Count, "How many contacts the job had when it was accepted."),
  processed: described(
    Count,
    "How many contacts were processed. It may end above or below the total if contacts come or go meanwhile."
  ),
  createdBy: described(ActorUuid, "The user who asked for it."),
  createdAt: described(Schema.DateTimeUtc, "When it was accepted."),
  updatedAt: described(Schema.DateTimeUtc, "When it last made progress.")
} as const

/** A change of many contacts, which workers make, as it is stored. */
export const StoredContactJob = Schema.Struct({
  uuid: ContactJobUuid,
  workspaceUuid: WorkspaceUuid,
  action: ContactJobAction,
  /** The list that contacts are added to; null for other actions. */
  contactListUuid: Schema.NullOr(ContactListUuid),
  /** What contacts are opted out of; null for other actions. */
  scope: Schema.NullOr(OptOutScope),
  ...jobProgress,
  /** Why it failed; null otherwise. */
  reason: Schema.NullOr(ContactJobReason),
  changed: Schema.Natural,
  /** How many were so before. */
  unchanged: Schema.Natural,
  /** How many could not be changed. */
  refused: Schema.Natural,
  /** Null once the job is over, because a search may name a person. */
  selection: Schema.NullOr(ContactSelection),
  /**
   * The last contact that was looked at, by its uuid. The key is when it was created in milliseconds, or its number among
   * the contacts that were named.
   */
  after: Schema.NullOr(Schema.Struct({ key: Schema.Int, uuid: Schema.String }))
})
export type StoredContactJob = typeof StoredContactJob.Type

export const isJobOver = ({ status }: Pick<StoredContactJob, "status">): boolean =>
  status === "completed" || status === "failed"

/** The most contacts that one search changes. */
export const maxSearchChanged = 100_000
