import { ContactUuid } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import { NewSegment, SegmentChanges, type SegmentSearch } from "@rollcall/core/people"
import { Schema, Struct } from "effect"
import { SearchBody, toSearchRequest } from "../contacts/ContactRequests.ts"
import { contactOrder } from "../contacts/ContactsApi.ts"
import { listingQueryOf } from "../lists/ContactListRequests.ts"
import { cursorQuery } from "../requests/Paging.ts"
import { sent } from "../requests/WireNames.ts"

/** The search of a segment. An empty object matches all contacts. */
export const SegmentSearchBody = Schema.Struct(Struct.omit(SearchBody.fields, ["sort_by"])).annotate({
  identifier: "SegmentSearch",
  description: "The contacts of the segment: contacts that match every condition. An empty object matches all."
})

export const CreateSegmentBody = Schema.Struct({
  ...NewSegment.fields,
  search: described(SegmentSearchBody, "Which contacts are in it, as a search without an order.")
}).annotate({ identifier: "SegmentCreate", description: "A segment to create." })

/** Changes to a segment. A missing field doesn't change. */
export const UpdateSegmentBody = Schema.Struct({
  ...sent(SegmentChanges.fields),
  search: described(Schema.optionalKey(SegmentSearchBody), "Another search, which replaces the one before.")
}).annotate({
  identifier: "SegmentUpdate",
  description: "Changes to a segment. A field that is left out stays as it is."
})

export const ContainsBody = Schema.Struct({
  contact_uuid: described(ContactUuid, "The contact.")
}).annotate({ identifier: "SegmentContains", description: "The contact to look for in the segment." })

export const segmentsQuery = listingQueryOf("segments")

export const segmentContactsQuery = { ...cursorQuery, ...contactOrder }

export const toSegmentSearch = (body: typeof SegmentSearchBody.Type): SegmentSearch => {
  const { advancedSearch, searchTerm } = toSearchRequest(body)
  return { advancedSearch, searchTerm }
}
