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

/** The endpoints of merges. */
export class MergesApi extends HttpApiGroup.make("merges")
  .add(
    HttpApiEndpoint.get("duplicates", "/v1/contacts/duplicates", {
      query: {
        ...cursorQuery,
        field: described(
          Schema.optionalKey(WireField),
          "Only the groups of this identifier; a number is the same in phone_number and in chatapp_id."
        )
      },
      success: DuplicatePage,
      error: ContactsErrors.everywhere
    }).annotateMerge(
      operation(
        "contacts:read",
        "List contacts that may be one person",
        "Groups of contacts that are not archived and have the same e-mail, number or external id, however it is written: by e-mail first, then by number and by external id. Each has its oldest contacts."
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
        "The contact of the path survives, with the lists, notes, opt-outs and messages of both. The uuid of the other one names it from then on, wherever the uuid of a contact is taken. It is archived only if both are."
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
        "Both contacts are as they were, with their lists, notes and opt-outs. 409 if fields, values, lists or notes of the contact have changed since, or if another merge has to be undone first."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Merges", description: "Contacts that are one person, made one contact." })
  ) {}
