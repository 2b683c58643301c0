import { ActorUuid, WorkspaceUuid } from "@rollcall/core"
import { type Segment, SegmentFault, SegmentStatus } from "@rollcall/core/segments"
import { SegmentUuid } from "@rollcall/core/shared"
import { Schema } from "effect"
import { toSearchBody } from "../contacts/ContactRequests.ts"
import { Instant } from "../requests/Codecs.ts"
import { described } from "../requests/Described.ts"
import { pageOf, Pagination } from "../requests/Paging.ts"
import { spelled } from "../requests/WireNames.ts"
import { SegmentSearchBody } from "./SegmentRequests.ts"

const Broken = Schema.Struct({
  reason: described(SegmentFault.fields.reason, "The kind of reason, for programs."),
  detail: described(Schema.String, "What is broken and where, in words.")
})

const segment = spelled({
  uuid: described(SegmentUuid, "The uuid of the segment."),
  name: described(Schema.String, "The name; several segments may have it."),
  status: described(SegmentStatus, "Whether it is archived."),
  search: described(SegmentSearchBody, "Which contacts are in it."),
  broken: described(
    Schema.NullOr(Broken),
    "Why it cannot be evaluated now, so that it has no contacts; null if it can. It is looked at whenever the segment is read."
  ),
  workspaceUuid: described(WorkspaceUuid, "The workspace that the segment belongs to."),
  createdBy: described(ActorUuid, "The user who made it."),
  updatedBy: described(ActorUuid, "The user who last changed it."),
  createdAt: described(Instant, "When it was made."),
  updatedAt: described(Instant, "When it last changed.")
})

/** A segment on the wire: every field is present (W1). */
export const SegmentResource = Schema.Struct(segment.fields).annotate({
  identifier: "Segment",
  description: "A named search, which is evaluated whenever it is used."
})

/** A page of segments. */
export const SegmentPage = Schema.Struct({
  segments: described(Schema.Array(SegmentResource), "The segments of the page."),
  pagination: Pagination
}).annotate({ identifier: "SegmentPage", description: "A page of segments." })

/** Whether a contact is in a segment. */
export const ContainsResource = Schema.Struct({
  contains: described(Schema.Boolean, "Whether the contact is in the segment.")
}).annotate({ identifier: "SegmentContainment", description: "Whether a contact is in a segment." })

export const toSegmentResource = (found: Segment): typeof SegmentResource.Encoded =>
  segment.encode({ ...found, search: toSearchBody(found.search) })

export const toSegmentPage = pageOf("segments", toSegmentResource)
