import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { SettingsBody, SettingsResource } from "./SettingsResource.ts"

export class SettingsApi extends HttpApiGroup.make("settings")
  .add(
    HttpApiEndpoint.get("get", "/v1/settings", {
      success: SettingsResource,
      error: ContactsErrors.everywhere
    }).annotateMerge(operation("broadcasts:read", "Get the settings", "A workspace has no limits until you set them.")),
    HttpApiEndpoint.put("replace", "/v1/settings", {
      payload: SettingsBody,
      success: SettingsResource,
      error: ContactsErrors.withBody
    }).annotateMerge(
      operation(
        "broadcasts:write",
        "Replace the settings",
        "Replaces all settings. Within seconds, they apply to marketing broadcasts that are being sent."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(OpenApi.annotations({ title: "Settings", description: "The settings of a workspace." })) {}
