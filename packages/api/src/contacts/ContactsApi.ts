import { ContactListUuid, ContactUuid } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import type { PredefinedField } from "@rollcall/core/people"
import { Schema, Struct } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { AsksOnly } from "../requests/AsksOnly.ts"
import { defaulted } from "../requests/Codecs.ts"
import { NoContent } from "../requests/NoContent.ts"
import { cursorQuery, pageLimit } from "../requests/Paging.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { ContactBody, SearchBody } from "./ContactRequests.ts"
import { ContactPage, ContactResource } from "./ContactResource.ts"

/** The fields that the listing can be sorted by. */
export const orderFields = {
  created_at: { kind: "instant", name: "createdAt" },
  first_name: { kind: "text", name: "firstName" },
  last_name: { kind: "text", name: "lastName" },
  updated_at: { kind: "instant", name: "updatedAt" },
  external_contact_id: { kind: "text", name: "externalContactId" }
} as const satisfies Record<string, PredefinedField>

/** The sort order of contacts, as query parameters. */
export const contactOrder = {
  order_field: defaulted(
    Schema.Literals(Struct.keys(orderFields)),
    "created_at",
    "The field to order the contacts by."
  ),
  order: defaulted(Schema.Literals(["asc", "desc"]), "desc", "The direction of the order.")
}

/** The path parameter with the uuid of a contact. */
export const contactParams = { contact_uuid: described(ContactUuid, "The contact.") }

export class ContactsApi extends HttpApiGroup.make("contacts")
  .add(
    HttpApiEndpoint.get("list", "/v1/contacts", {
      query: {
        ...cursorQuery,
        contact_list_uuid: described(Schema.optionalKey(ContactListUuid), "Only the contacts on this list."),
        ...contactOrder
      },
      success: ContactPage,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "contacts:read",
        "List contacts",
        "All contacts of the workspace, including archived contacts. With a list, only its contacts that are not archived."
      )
    ),
    HttpApiEndpoint.post("search", "/v1/contacts/search", {
      query: { ...cursorQuery, limit: pageLimit(10) },
      payload: SearchBody,
      success: ContactPage,
      error: ContactsErrors.withBody
    })
      .annotate(AsksOnly, true)
      .annotateMerge(
        operation(
          "contacts:read",
          "Search contacts",
          "The contacts that match every filter and the search term. An empty object finds all."
        )
      ),
    HttpApiEndpoint.post("create", "/v1/contacts", {
      payload: ContactBody,
      success: ContactResource.pipe(HttpApiSchema.status(201)),
      error: ContactsErrors.withBody
    }).annotateMerge(
      operation(
        "contacts:write",
        "Create a contact",
        "At least one of external_contact_id, email, phone_number, chatapp_id and socialmsg_id is required."
      )
    ),
    HttpApiEndpoint.get("get", "/v1/contacts/:contact_uuid", {
      params: contactParams,
      success: ContactResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:read", "Get a contact")),
    HttpApiEndpoint.patch("update", "/v1/contacts/:contact_uuid", {
      params: contactParams,
      payload: ContactBody,
      success: ContactResource,
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    }).annotateMerge(
      operation("contacts:write", "Change a contact", "Only the given fields change. Null clears a field.")
    ),
    HttpApiEndpoint.post("archive", "/v1/contacts/:contact_uuid/archive", {
      params: contactParams,
      success: ContactResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "contacts:write",
        "Archive a contact",
        "Lists no longer show the contact unless asked for archived contacts. Archiving it again changes nothing."
      )
    ),
    HttpApiEndpoint.post("unarchive", "/v1/contacts/:contact_uuid/unarchive", {
      params: contactParams,
      success: ContactResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "contacts:write",
        "Restore an archived contact",
        "Restoring a contact that is not archived changes nothing."
      )
    ),
    HttpApiEndpoint.delete("erase", "/v1/contacts/:contact_uuid", {
      params: contactParams,
      success: NoContent("The contact is erased."),
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "contacts:write",
        "Erase a contact",
        "Removes the contact for good, with its notes, its values and its list memberships. Broadcasts lose its identifier, its reference and the values of its messages, and keep their counters. Messages to an address that another contact has stay too. The header Rollcall-Erased says how much was removed."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Contacts", description: "Contacts of a workspace, and their search." })
  ) {}
