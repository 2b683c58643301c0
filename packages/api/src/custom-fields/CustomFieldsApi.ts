import { ContactUuid, CustomFieldUuid } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { NoContent } from "../requests/NoContent.ts"
import {
  CreateFieldBody,
  fieldListingQuery,
  SetValueBody,
  UpdateFieldBody,
  UpdateValuesBody
} from "./CustomFieldRequests.ts"
import { ContactValuesResource, CustomFieldPage, CustomFieldResource } from "./CustomFieldResource.ts"

const fieldParams = { custom_field_uuid: described(CustomFieldUuid, "The custom field.") }
const contactParams = { contact_uuid: described(ContactUuid, "The contact.") }

export class CustomFieldsApi extends HttpApiGroup.make("customFields")
  .add(
    HttpApiEndpoint.get("list", "/v1/custom-fields", {
      query: fieldListingQuery,
      success: CustomFieldPage,
      error: ContactsErrors.everywhere
    }).annotateMerge(operation("contacts:read", "List custom fields")),
    HttpApiEndpoint.post("create", "/v1/custom-fields", {
      payload: CreateFieldBody,
      success: CustomFieldResource.pipe(HttpApiSchema.status(201)),
      error: ContactsErrors.withBody
    }).annotateMerge(operation("contacts:write", "Define a custom field")),
    HttpApiEndpoint.get("get", "/v1/custom-fields/:custom_field_uuid", {
      params: fieldParams,
      success: CustomFieldResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:read", "Get a custom field")),
    HttpApiEndpoint.patch("update", "/v1/custom-fields/:custom_field_uuid", {
      params: fieldParams,
      payload: UpdateFieldBody,
      success: CustomFieldResource,
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:write", "Replace a custom field, except its key")),
    HttpApiEndpoint.delete("archive", "/v1/custom-fields/:custom_field_uuid", {
      params: fieldParams,
      success: NoContent("The field is archived."),
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:write", "Archive a custom field and hide its values")),
    HttpApiEndpoint.post("unarchive", "/v1/custom-fields/:custom_field_uuid/unarchive", {
      params: fieldParams,
      success: CustomFieldResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "contacts:write",
        "Restore an archived custom field",
        "Contacts have their values again. Restoring a field that is not archived changes nothing."
      )
    ),
    HttpApiEndpoint.get("values", "/v1/contacts/:contact_uuid/custom-fields", {
      params: contactParams,
      success: ContactValuesResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:read", "Get the custom field values of a contact")),
    HttpApiEndpoint.post("setValue", "/v1/contacts/:contact_uuid/custom-fields", {
      params: contactParams,
      payload: SetValueBody,
      success: ContactValuesResource.pipe(HttpApiSchema.status(201)),
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:write", "Set a value or clear it with null")),
    HttpApiEndpoint.patch("updateValues", "/v1/contacts/:contact_uuid/custom-fields", {
      params: contactParams,
      payload: UpdateValuesBody,
      success: ContactValuesResource,
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:write", "Set several values, all or none")),
    HttpApiEndpoint.delete("clearValue", "/v1/contacts/:contact_uuid/custom-fields/:custom_field_uuid", {
      params: { ...contactParams, ...fieldParams },
      success: NoContent("The value is cleared."),
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:write", "Clear one value"))
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Custom fields", description: "Fields that a workspace adds to its contacts." })
  ) {}
