import { Schema } from "effect"
import { SearchRequest } from "../search/Filter.ts"
import { ActorUuid, ContactListUuid, SearchAdditionUuid, WorkspaceUuid } from "../shared/Ids.ts"

/** How far an addition is. It does not change any more once it is `completed` or `failed`. */
export const SearchAdditionStatus = Schema.Literals(["pending", "running", "completed", "failed"])
export type SearchAdditionStatus = typeof SearchAdditionStatus.Type

/** What each reason means for which an addition fails. What was added before stays on the list. */
export const additionFailures = {
  list_archived: "The contact list was archived before all contacts were added.",
  search_invalid: "The search can no longer be made: a custom field that it names was archived or has changed."
} as const

/** The contacts that a search finds, on their way to a list: a job that workers do. */
export const SearchAddition = Schema.Struct({
  uuid: SearchAdditionUuid,
  workspaceUuid: WorkspaceUuid,
  contactListUuid: ContactListUuid,
  status: SearchAdditionStatus,
  /** Why it failed; null otherwise. */
  reason: Schema.NullOr(Schema.Literals(["list_archived", "search_invalid"])),
  /** How many contacts the search found when it was accepted. */
  total: Schema.Natural,
  /** How many of them were looked at: those added, those on the list before, and those erased meanwhile. */
  processed: Schema.Natural,
  added: Schema.Natural,
  /** How many were on the list already. */
  present: Schema.Natural,
  createdBy: ActorUuid,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type SearchAddition = typeof SearchAddition.Type

/** An addition as it is stored. */
export const StoredSearchAddition = Schema.Struct({
  ...SearchAddition.fields,
  /** What is searched for; null once the addition is over, because it may name a person (C7). */
  search: Schema.NullOr(SearchRequest),
  /** The last contact that was looked at: when it was created in milliseconds, and its uuid. */
  after: Schema.NullOr(Schema.Struct({ key: Schema.Int, uuid: Schema.String }))
})
export type StoredSearchAddition = typeof StoredSearchAddition.Type

export const isAdditionOver = ({ status }: Pick<SearchAddition, "status">): boolean =>
  status === "completed" || status === "failed"

/** The most contacts that one search adds to a list. */
export const maxSearchAdded = 100_000
