import { ContactUuid, limits } from "@rollcall/core"
import type { SegmentSearch } from "@rollcall/core/segments"
import { Schema, Struct } from "effect"
import { SearchBody, toSearchRequest } from "../contacts/ContactRequests.ts"
import { contactOrder } from "../contacts/ContactsApi.ts"
import { listingQueryOf } from "../lists/ContactListRequests.ts"
import { described, textOf } from "../requests/Described.ts"
import { cursorQuery } from "../requests/Paging.ts"

const Name = textOf({ min: 1, max: limits.segmentName })

/** The search of a segment. An empty object means all contacts. */
export const SegmentSearchBody = Schema.Struct(Struct.omit(SearchBody.fields, ["sort_by"])).annotate({
  identifier: "SegmentSearch",
  description: "Which contacts are in the segment: those that satisfy every condition; all for an empty object."
})

/** A segment to be made. */
export const CreateSegmentBody = Schema.Struct({
  name: described(Name, "The name; several segments may have it."),
  search: described(SegmentSearchBody, "Which contacts are in it, as a search without an order.")
}).annotate({ identifier: "SegmentCreate", description: "A segment to be made." })

/** What changes about a segment: an absent field stays as it is. */
export const UpdateSegmentBody = Schema.Struct({
  name: described(Schema.optionalKey(Name), "Another name."),
  search: described(Schema.optionalKey(SegmentSearchBody), "Another search, which replaces the one before.")
}).annotate({
  identifier: "SegmentUpdate",
  description: "What changes about a segment: a field that is left out stays as it is."
})

/** Whose membership is asked for. */
export const ContainsBody = Schema.Struct({
  contact_uuid: described(ContactUuid, "The contact.")
}).annotate({ identifier: "SegmentContains", description: "The contact that may be in the segment." })

/** The query of the listing of segments. */
export const segmentsQuery = listingQueryOf("segments")

/** The query of the listing of a segment's contacts. */
export const segmentContactsQuery = { ...cursorQuery, ...contactOrder }

export const toSegmentSearch = (body: typeof SegmentSearchBody.Type): SegmentSearch => {
  const { advancedSearch, searchTerm } = toSearchRequest(body)
  return { advancedSearch, searchTerm }
}
