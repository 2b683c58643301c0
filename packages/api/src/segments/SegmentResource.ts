import { Segment } from "@rollcall/core/people"
import { described } from "@rollcall/core/operations"
import { Schema } from "effect"
import { toSearchBody } from "../contacts/ContactRequests.ts"
import { pageOf, Pagination } from "../requests/Paging.ts"
import { spelled } from "../requests/WireNames.ts"
import { SegmentSearchBody } from "./SegmentRequests.ts"

const segment = spelled({
  ...Segment.fields,
  search: described(SegmentSearchBody, "Which contacts are in it.")
})

/** A segment in the API's format. Every field is present. */
export const SegmentResource = Schema.Struct(segment.fields).annotate({
  identifier: "Segment",
  description: "A named search. It is evaluated whenever it is used."
})

export const SegmentPage = Schema.Struct({
  segments: described(Schema.Array(SegmentResource), "The segments of the page."),
  pagination: Pagination
}).annotate({ identifier: "SegmentPage", description: "A page of segments." })

export const ContainsResource = Schema.Struct({
  contains: described(Schema.Boolean, "Whether the contact is in the segment.")
}).annotate({ identifier: "SegmentContainment", description: "Whether a contact is in a segment." })

export const toSegmentResource = (found: Segment): typeof SegmentResource.Encoded =>
  segment.encode({ ...found, search: toSearchBody(found.search) })

export const toSegmentPage = pageOf("segments", toSegmentResource)
