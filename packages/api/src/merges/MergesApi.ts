import { ContactUuid } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import { ContactResource } from "../contacts/ContactResource.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { cursorQuery } from "../requests/Paging.ts"
import { DuplicatePage, WireField } from "./DuplicateResource.ts"
import { MergeBody, UndoMergeBody } from "./MergeRequests.ts"
import { UndoneMergeResource } from "./MergeResource.ts"

const params = { contact_uuid: described(ContactUuid, "The contact that survives.") }

export class MergesApi extends HttpApiGroup.make("merges")
  .add(
    HttpApiEndpoint.get("duplicates", "/v1/contacts/duplicates", {
      query: {
        ...cursorQuery,
        field: described(
          Schema.optionalKey(WireField),
          "Only groups with this identifier. Numbers in phone_number and chatapp_id are compared with each other."
        )
      },
      success: DuplicatePage,
      error: ContactsErrors.everywhere
    }).annotateMerge(
      operation(
        "contacts:read",
        "List contacts that may be one person",
        "Groups of unarchived contacts with the same e-mail address, number or external id, in any spelling. Groups by e-mail address come first, then by number, then by external id. Each group shows its oldest contacts."
      )
    ),
    HttpApiEndpoint.post("merge", "/v1/contacts/:contact_uuid/merge", {
      params,
      payload: MergeBody,
      success: ContactResource,
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "contacts:write",
        "Merge two contacts",
        "The contact in the path survives, with the lists, notes, opt-outs and messages of both. From then on, the uuid of the other contact also names the surviving contact. The surviving contact is archived only if both were."
      )
    ),
    HttpApiEndpoint.post("undo", "/v1/contacts/:contact_uuid/merge/undo", {
      params,
      payload: UndoMergeBody,
      success: UndoneMergeResource,
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound, ContactsErrors.Conflict]
    }).annotateMerge(
      operation(
        "contacts:write",
        "Undo the last merge of a contact",
        "Restores both contacts, with their lists, notes and opt-outs. 409 if fields, values, lists or notes of the contact have changed since, or if another merge must be undone first."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(OpenApi.annotations({ title: "Merges", description: "Merging contacts that are the same person." })) {}
