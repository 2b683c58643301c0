import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { pageQuery } from "../requests/Paging.ts"
import { TemplatePage } from "./TemplateResource.ts"

export class TemplatesApi extends HttpApiGroup.make("templates")
  .add(
    HttpApiEndpoint.get("list", "/v1/templates", {
      query: pageQuery,
      success: TemplatePage,
      error: ContactsErrors.everywhere
    }).annotateMerge(
      operation(
        "broadcasts:read",
        "List templates",
        "All templates of the workspace, ordered by name and locale, with the parameters that they take. Only approved templates " +
          "are sent."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(OpenApi.annotations({ title: "Templates", description: "What broadcasts are made from." })) {}
