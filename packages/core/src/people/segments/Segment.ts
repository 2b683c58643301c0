import { Schema, Struct } from "effect"
import { ContactListListing, type ContactListSort, ContactListStatus } from "../lists/ContactList.ts"
import { FieldType } from "../custom-fields/CustomField.ts"
import { SearchRequest } from "../search/Filter.ts"
import { described, textOf } from "../../shared/Described.ts"
import { ActorUuid, SegmentUuid, WorkspaceUuid } from "../../shared/Ids.ts"

/** Whether a segment is in use. */
export const SegmentStatus = ContactListStatus
export type SegmentStatus = typeof SegmentStatus.Type

const { searchTerm, advancedSearch } = SearchRequest.fields

/** The search of a segment: any search, without an order. */
export const SegmentSearch = Schema.Struct({ searchTerm, advancedSearch })
export type SegmentSearch = typeof SegmentSearch.Type

/**
 * What each reason means for which a segment cannot be evaluated.
 *
 * @see docs/contributing/decisions.md, G4
 */
export const segmentFaults = {
  field_archived: "A custom field in a filter is archived.",
  field_retyped: "A custom field in a filter has changed its type since the search was saved.",
  option_missing: "A custom field no longer has the option in a filter.",
  option_archived: "The option in a filter is archived.",
  list_missing: "A contact list in a filter does not exist.",
  list_archived: "A contact list in a filter is archived.",
  segment_missing: "A segment in a filter does not exist.",
  segment_archived: "A segment in a filter is archived.",
  segment_broken: "A segment in a filter cannot be evaluated.",
  segment_cycle: "The segment contains itself, directly or through other segments.",
  too_deep: "Segments are nested too deep.",
  too_many_conditions: "The segments in filters have too many filters and words together.",
  search_invalid: "The search is not valid now."
} as const

/** Why a segment cannot be evaluated: a literal, next to the sentence for people. */
export const SegmentFault = Schema.Struct({
  reason: described(Schema.Literals(Struct.keys(segmentFaults)), "The kind of reason, for programs."),
  detail: described(Schema.String, "What is broken and where, in words.")
})
export type SegmentFault = typeof SegmentFault.Type

/** The longest name, in characters after trimming. */
export const maxSegmentNameLength = 250

const Name = textOf({ min: 1, max: maxSegmentNameLength })

const unchanged = {
  uuid: described(SegmentUuid, "The uuid of the segment."),
  workspaceUuid: described(WorkspaceUuid, "The workspace that the segment belongs to."),
  name: described(Name, "The name. Several segments may have the same name."),
  status: described(SegmentStatus, "Whether it is archived."),
  search: described(SegmentSearch, "Which contacts are in it."),
  createdBy: described(ActorUuid, "The user who created it."),
  updatedBy: described(ActorUuid, "The user who last changed it."),
  createdAt: described(Schema.DateTimeUtc, "When it was created."),
  updatedAt: described(Schema.DateTimeUtc, "When it last changed.")
}

/** A named search: the contacts that satisfy it when it is read. */
export const Segment = Schema.Struct({
  ...unchanged,
  broken: described(
    Schema.NullOr(SegmentFault),
    "Why the segment cannot be evaluated now and has no contacts. Null if it can. Checked whenever the segment is read."
  )
})
export type Segment = typeof Segment.Type

/** A segment as it is stored. */
export const StoredSegment = Schema.Struct({
  ...unchanged,
  /** The types of the custom fields that filters name, by key, when the search was given. */
  fieldTypes: Schema.Record(Schema.String, FieldType)
})
export type StoredSegment = typeof StoredSegment.Type

/** A segment to create. */
export const NewSegment = Schema.Struct({
  name: unchanged.name,
  search: described(SegmentSearch, "Which contacts are in it, as a search without an order.")
})
export type NewSegment = typeof NewSegment.Type

/** What changes about a segment: an absent field stays as it is. */
export const SegmentChanges = Schema.Struct({
  name: described(Schema.optional(Name), "Another name."),
  search: described(Schema.optional(SegmentSearch), "A search that replaces the current one.")
})
export type SegmentChanges = typeof SegmentChanges.Type

/** Which segments are wanted, and in what order: without any of it the active ones by name. */
export const SegmentListing = Schema.Struct(ContactListListing.fields)
export type SegmentListing = typeof SegmentListing.Type

/** An order of segments. */
export type SegmentSort = ContactListSort

/** The order of the contacts of a segment. Default: newest first. */
export const SegmentOrder = Schema.Struct({
  /** As of a search. */
  sortBy: SearchRequest.fields.sortBy
})
export type SegmentOrder = typeof SegmentOrder.Type

/**
 * How deep segments may name each other: a segment that names no other counts as one.
 *
 * @see docs/contributing/decisions.md, G6
 */
export const maxSegmentDepth = 5

/**
 * How many filters and words the segments may have together that a search names, with those of the segments in them, each
 * as often as it is named.
 */
export const maxSegmentConditions = 200

/** The workspace has no segment with this uuid. */
export class SegmentNotFound extends Schema.TaggedError<SegmentNotFound>()("SegmentNotFound", { uuid: SegmentUuid }) {
  override get message(): string {
    return `There is no segment ${this.uuid}.`
  }
}

/**
 * An archived segment cannot be changed.
 *
 * @see docs/contributing/decisions.md, G2
 */
export class SegmentArchived extends Schema.TaggedError<SegmentArchived>()("SegmentArchived", { uuid: SegmentUuid }) {
  override get message(): string {
    return `The segment ${this.uuid} is archived.`
  }
}

/** A segment cannot be evaluated, so that it has no contacts, and not none. */
export class SegmentBroken extends Schema.TaggedError<SegmentBroken>()("SegmentBroken", {
  uuid: SegmentUuid,
  fault: SegmentFault
}) {
  override get message(): string {
    return `The segment ${this.uuid} cannot be evaluated: ${this.fault.detail}`
  }
}
