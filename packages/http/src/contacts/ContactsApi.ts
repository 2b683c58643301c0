import { ContactUuid, type Field } from "@rollcall/core"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ContactsAuthorization, RequiredScope } from "../access/Authorization.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { pageLimit, pageQuery } from "../requests/Paging.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { ContactBody, SearchBody } from "./ContactRequests.ts"
import { ContactPage, ContactResource } from "./ContactResource.ts"

/** The fields that the listing can be ordered by. */
export const orderFields = {
  created_at: { kind: "instant", name: "created_at" },
  first_name: { kind: "text", name: "first_name" },
  last_name: { kind: "text", name: "last_name" },
  updated_at: { kind: "instant", name: "updated_at" },
  external_contact_id: { kind: "text", name: "external_contact_id" }
} as const satisfies Record<string, Field>

const OrderField = Schema.Literals([
  "created_at",
  "first_name",
  "last_name",
  "updated_at",
  "external_contact_id"
]) satisfies Schema.Codec<keyof typeof orderFields>

const summary = (text: string, description?: string) =>
  OpenApi.annotations({ summary: text, ...(description !== undefined && { description }) })

const params = { contact_uuid: ContactUuid }

/** The endpoints of contacts. */
export class ContactsApi extends HttpApiGroup.make("contacts")
  .add(
    HttpApiEndpoint.get("list", "/v1/contacts", {
      query: {
        ...pageQuery,
        order_field: OrderField.pipe(Schema.withDecodingDefaultKey(Effect.succeed("created_at" as const))),
        order: Schema.Literals(["asc", "desc"]).pipe(Schema.withDecodingDefaultKey(Effect.succeed("desc" as const)))
      },
      success: ContactPage,
      error: ContactsErrors.everywhere
    })
      .annotate(RequiredScope, "contacts:read")
      .annotateMerge(summary("List contacts", "All contacts of the workspace, archived ones too.")),
    HttpApiEndpoint.post("search", "/v1/contacts/search", {
      query: { ...pageQuery, limit: pageLimit(10) },
      payload: SearchBody,
      success: ContactPage,
      error: ContactsErrors.withBody
    })
      .annotate(RequiredScope, "contacts:read")
      .annotateMerge(
        summary(
          "Search contacts",
          "The contacts that satisfy every filter and the search term; all for an empty object."
        )
      ),
    HttpApiEndpoint.post("create", "/v1/contacts", {
      payload: ContactBody,
      success: ContactResource.pipe(HttpApiSchema.status(201)),
      error: ContactsErrors.withBody
    })
      .annotate(RequiredScope, "contacts:write")
      .annotateMerge(
        summary(
          "Create a contact",
          "At least one of external_contact_id, email, phone_number, chatapp_id and socialmsg_id is required."
        )
      ),
    HttpApiEndpoint.get("get", "/v1/contacts/:contact_uuid", {
      params,
      success: ContactResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    })
      .annotate(RequiredScope, "contacts:read")
      .annotateMerge(summary("Get a contact")),
    HttpApiEndpoint.patch("update", "/v1/contacts/:contact_uuid", {
      params,
      payload: ContactBody,
      success: ContactResource,
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    })
      .annotate(RequiredScope, "contacts:write")
      .annotateMerge(summary("Change a contact", "Only the fields that are given change; null clears one."))
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Contacts", description: "Contacts of a workspace, and their search." })
  ) {}
