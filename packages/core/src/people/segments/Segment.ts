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

/** The search of a segment, without a sort order. */
export const SegmentSearch = Schema.Struct({ searchTerm, advancedSearch })
export type SegmentSearch = typeof SegmentSearch.Type

/**
 * The reasons why a segment cannot be evaluated, with their meanings.
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

/** Why a segment cannot be evaluated: a reason for programs, and a sentence for people. */
export const SegmentFault = Schema.Struct({
  reason: described(Schema.Literals(Struct.keys(segmentFaults)), "The kind of reason, for programs."),
  detail: described(Schema.String, "What is broken and where, in words.")
})
export type SegmentFault = typeof SegmentFault.Type

/** The maximum length of a name, in characters after trimming. */
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

/** A named search, which is evaluated whenever its contacts are read. */
export const Segment = Schema.Struct({
  ...unchanged,
  broken: described(
    Schema.NullOr(SegmentFault),
    "Why the segment cannot be evaluated now and has no contacts. Null if it can. Checked whenever the segment is read."
  )
})
export type Segment = typeof Segment.Type

/** A segment, as stored. */
export const StoredSegment = Schema.Struct({
  ...unchanged,
  /** The types of the custom fields in filters, by key, when the search was saved. */
  fieldTypes: Schema.Record(Schema.String, FieldType)
})
export type StoredSegment = typeof StoredSegment.Type

/** A segment to create. */
export const NewSegment = Schema.Struct({
  name: unchanged.name,
  search: described(SegmentSearch, "Which contacts are in it, as a search without an order.")
})
export type NewSegment = typeof NewSegment.Type

/** Changes to a segment. Absent fields stay unchanged. */
export const SegmentChanges = Schema.Struct({
  name: described(Schema.optional(Name), "Another name."),
  search: described(Schema.optional(SegmentSearch), "A search that replaces the current one.")
})
export type SegmentChanges = typeof SegmentChanges.Type

/** The filter and order for reading segments. Default: active segments by name. */
export const SegmentListing = Schema.Struct(ContactListListing.fields)
export type SegmentListing = typeof SegmentListing.Type

/** The sort order for segments. */
export type SegmentSort = ContactListSort

/** The order of a segment's contacts. Default: newest first. */
export const SegmentOrder = Schema.Struct({
  /** The sort order, as in a search. */
  sortBy: SearchRequest.fields.sortBy
})
export type SegmentOrder = typeof SegmentOrder.Type

/**
 * The maximum nesting depth of segments. A segment that names no other segment has depth 1.
 *
 * @see docs/contributing/decisions.md, G6
 */
export const maxSegmentDepth = 5

/**
 * The maximum number of filters and words in the segments that a search names, including the segments named in them. A
 * segment counts each time it is named.
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

/** A segment cannot be evaluated, so its contacts are unknown. */
export class SegmentBroken extends Schema.TaggedError<SegmentBroken>()("SegmentBroken", {
  uuid: SegmentUuid,
  fault: SegmentFault
}) {
  override get message(): string {
    return `The segment ${this.uuid} cannot be evaluated: ${this.fault.detail}`
  }
}
