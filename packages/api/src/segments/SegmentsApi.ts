import { described, SegmentUuid } from "@rollcall/core/operations"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import { ContactPage } from "../contacts/ContactResource.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { AsksIn, AsksOnly } from "../requests/AsksOnly.ts"
import { NoContent } from "../requests/NoContent.ts"
import {
  ContainsBody,
  CreateSegmentBody,
  segmentContactsQuery,
  segmentsQuery,
  UpdateSegmentBody
} from "./SegmentRequests.ts"
import { ContainsResource, SegmentPage, SegmentResource } from "./SegmentResource.ts"

const params = { segment_uuid: described(SegmentUuid, "The segment.") }

export class SegmentsApi extends HttpApiGroup.make("segments")
  .add(
    HttpApiEndpoint.get("list", "/v1/segments", {
      query: segmentsQuery,
      success: SegmentPage,
      error: [...ContactsErrors.everywhere, ContactsErrors.Invalid]
    }).annotateMerge(operation("contacts:read", "List segments")),
    HttpApiEndpoint.post("create", "/v1/segments", {
      payload: CreateSegmentBody,
      success: SegmentResource.pipe(HttpApiSchema.status(201)),
      error: ContactsErrors.withBody
    })
      .annotate(AsksIn, ["search"])
      .annotateMerge(
        operation(
          "contacts:write",
          "Create a segment",
          "The search is checked like a search request. Names need not be unique."
        )
      ),
    HttpApiEndpoint.get("get", "/v1/segments/:segment_uuid", {
      params,
      success: SegmentResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:read", "Get a segment", "Archived ones too.")),
    HttpApiEndpoint.patch("update", "/v1/segments/:segment_uuid", {
      params,
      payload: UpdateSegmentBody,
      success: SegmentResource,
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    })
      .annotate(AsksIn, ["search"])
      .annotateMerge(
        operation(
          "contacts:write",
          "Change a segment",
          "Only the given fields change. A given search replaces the whole search."
        )
      ),
    HttpApiEndpoint.delete("archive", "/v1/segments/:segment_uuid", {
      params,
      success: NoContent("The segment is archived."),
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "contacts:write",
        "Archive a segment",
        "It can still be read, but no longer be changed or named in a search."
      )
    ),
    HttpApiEndpoint.get("contacts", "/v1/segments/:segment_uuid/contacts", {
      params,
      query: segmentContactsQuery,
      success: ContactPage,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound, ContactsErrors.Invalid]
    }).annotateMerge(
      operation(
        "contacts:read",
        "List the contacts in a segment",
        "The contacts that the search finds now, including archived contacts. A broken segment is refused."
      )
    ),
    HttpApiEndpoint.post("contains", "/v1/segments/:segment_uuid/contains", {
      params,
      payload: ContainsBody,
      success: ContainsResource,
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    })
      .annotate(AsksOnly, true)
      .annotateMerge(
        operation("contacts:read", "Check whether a contact is in a segment", "A broken segment is refused.")
      )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Segments",
      description: "Named searches. The contacts of a segment are the contacts that its search finds now."
    })
  ) {}
