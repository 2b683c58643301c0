import { ContactListUuid, ContactUuid } from "@rollcall/core"
import { ContactJobUuid, described } from "@rollcall/core/operations"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import { ContactPage } from "../contacts/ContactResource.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { AsksIn } from "../requests/AsksOnly.ts"
import { NoContent } from "../requests/NoContent.ts"
import {
  AddMembersBody,
  CreateListBody,
  listingQuery,
  listsOfContactQuery,
  MembersBody,
  membersQuery,
  UpdateListBody
} from "./ContactListRequests.ts"
import {
  AdditionResource,
  ContactListPage,
  ContactListResource,
  SearchAdditionResource
} from "./ContactListResource.ts"

const params = { contact_list_uuid: described(ContactListUuid, "The contact list.") }

export class ContactListsApi extends HttpApiGroup.make("contactLists")
  .add(
    HttpApiEndpoint.get("list", "/v1/contact-lists", {
      query: listingQuery,
      success: ContactListPage,
      error: [...ContactsErrors.everywhere, ContactsErrors.Invalid]
    }).annotateMerge(operation("contacts:read", "List contact lists")),
    HttpApiEndpoint.post("create", "/v1/contact-lists", {
      payload: CreateListBody,
      success: ContactListResource.pipe(HttpApiSchema.status(201)),
      error: ContactsErrors.withBody
    }).annotateMerge(operation("contacts:write", "Create a contact list", "Names need not be unique.")),
    HttpApiEndpoint.get("get", "/v1/contact-lists/:contact_list_uuid", {
      params,
      success: ContactListResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:read", "Get a contact list", "Archived ones too.")),
    HttpApiEndpoint.patch("update", "/v1/contact-lists/:contact_list_uuid", {
      params,
      payload: UpdateListBody,
      success: ContactListResource,
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:write", "Change a contact list", "Only the given fields change.")),
    HttpApiEndpoint.delete("archive", "/v1/contact-lists/:contact_list_uuid", {
      params,
      success: NoContent("The list is archived."),
      error: [...ContactsErrors.everywhere, ContactsErrors.BadRequest, ContactsErrors.NotFound]
    }).annotateMerge(
      operation("contacts:write", "Archive a contact list", "It can still be read, but no longer be changed.")
    ),
    HttpApiEndpoint.post("unarchive", "/v1/contact-lists/:contact_list_uuid/unarchive", {
      params,
      success: ContactListResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "contacts:write",
        "Restore an archived contact list",
        "Its contacts are still on it. Restoring a list that is not archived changes nothing."
      )
    ),
    HttpApiEndpoint.get("members", "/v1/contact-lists/:contact_list_uuid/contacts", {
      params,
      query: membersQuery,
      success: ContactPage,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:read", "List the contacts on a list", "The contacts added last come first.")),
    HttpApiEndpoint.post("addMembers", "/v1/contact-lists/:contact_list_uuid/contacts", {
      params,
      payload: AddMembersBody,
      success: [
        AdditionResource.pipe(HttpApiSchema.status(201)),
        SearchAdditionResource.pipe(HttpApiSchema.status(202))
      ],
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    })
      .annotate(AsksIn, ["search"])
      .annotateMerge(
        operation(
          "contacts:write",
          "Add contacts to a list",
          "Contacts that are on the list already or are unknown become warnings. With a search instead of contacts, the answer is 202, and a job adds all contacts that it finds."
        )
      ),
    HttpApiEndpoint.get("addition", "/v1/contact-lists/:contact_list_uuid/additions/:addition_uuid", {
      params: { ...params, addition_uuid: described(ContactJobUuid, "The addition.") },
      success: SearchAdditionResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "contacts:read",
        "Get the progress of adding a search to a list",
        "Counts are updated after each 1,000 contacts."
      )
    ),
    HttpApiEndpoint.delete("removeMembers", "/v1/contact-lists/:contact_list_uuid/contacts", {
      params,
      payload: MembersBody,
      success: NoContent("None of the contacts is on the list now."),
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    }).annotateMerge(
      operation("contacts:write", "Remove contacts from a list", "Contacts that are not on the list are ignored.")
    ),
    HttpApiEndpoint.get("ofContact", "/v1/contacts/:contact_uuid/contact-lists", {
      params: { contact_uuid: described(ContactUuid, "The contact.") },
      query: listsOfContactQuery,
      success: ContactListPage,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:read", "List the contact lists that a contact is on"))
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(OpenApi.annotations({ title: "Contact lists", description: "Named sets of contacts." })) {}
