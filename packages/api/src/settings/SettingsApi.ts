import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { SettingsBody, SettingsResource } from "./SettingsResource.ts"

/** The endpoints of a workspace's settings. */
export class SettingsApi extends HttpApiGroup.make("settings")
  .add(
    HttpApiEndpoint.get("get", "/v1/settings", {
      success: SettingsResource,
      error: ContactsErrors.everywhere
    }).annotateMerge(operation("broadcasts:read", "Get the settings", "Without a limit where none were ever set.")),
    HttpApiEndpoint.put("replace", "/v1/settings", {
      payload: SettingsBody,
      success: SettingsResource,
      error: ContactsErrors.withBody
    }).annotateMerge(
      operation(
        "broadcasts:write",
        "Replace the settings",
        "All of them. They count within seconds for broadcasts that are being sent, of the category marketing."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(OpenApi.annotations({ title: "Settings", description: "What a workspace decides for itself." })) {}
