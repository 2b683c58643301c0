import { Schema } from "effect"
import type { PredefinedField } from "../custom-fields/PredefinedFields.ts"
import type { Sort } from "../search/Sort.ts"
import { ActorUuid, ContactListUuid, WorkspaceUuid } from "../shared/Ids.ts"

/** Whether a list is in use. */
export const ContactListStatus = Schema.Literals(["active", "archived"])
export type ContactListStatus = typeof ContactListStatus.Type

/** A named set of contacts. */
export const ContactList = Schema.Struct({
  uuid: ContactListUuid,
  workspaceUuid: WorkspaceUuid,
  name: Schema.String,
  status: ContactListStatus,
  /** One emoji (L1). */
  emoji: Schema.NullOr(Schema.String),
  /** How many of its contacts are not archived (L3). */
  count: Schema.Int,
  createdBy: ActorUuid,
  updatedBy: ActorUuid,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type ContactList = typeof ContactList.Type

/** What a request says about a list: an absent field stays as it is, a null emoji is taken away. */
export interface ContactListFields {
  readonly name?: string
  readonly emoji?: string | null
}

/** An order of lists. */
export interface ContactListSort {
  readonly sortField: "name" | "createdAt"
  readonly sortOrder: "asc" | "desc"
}

/** Which lists are wanted, and in what order. */
export interface ContactListListing extends ContactListSort {
  readonly status: ContactListStatus
  /** A part of the name, in any case; null or nothing but white space for every list. */
  readonly search: string | null
}

/** Which contacts of a list are wanted, and in what order. */
export interface MemberListing {
  readonly includeArchived: boolean
  readonly sort: (Sort & { readonly field: PredefinedField }) | "added_last_first"
}

/** The longest name, in UTF-16 units after trimming (L1). */
export const maxListNameLength = 250

/** At most this many contacts are added or removed in one request. */
export const maxMembersAtOnce = 100
