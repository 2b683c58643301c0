import { AccessTokenUuid } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { NoContent } from "../requests/NoContent.ts"
import { pageQuery } from "../requests/Paging.ts"
import { ContactsAuthorization } from "./Authorization.ts"
import { operation } from "./Operation.ts"
import { CreateTokenBody } from "./TokenRequests.ts"
import { TokenPage, TokenSecretResource } from "./TokenResource.ts"

/** The endpoints of access tokens. */
export class TokensApi extends HttpApiGroup.make("tokens")
  .add(
    HttpApiEndpoint.get("list", "/v1/tokens", {
      query: pageQuery,
      success: TokenPage,
      error: ContactsErrors.everywhere
    }).annotateMerge(
      operation(
        "tokens:read",
        "List tokens",
        "Oldest first, revoked and expired ones too. No answer shows a token itself."
      )
    ),
    HttpApiEndpoint.post("create", "/v1/tokens", {
      payload: CreateTokenBody,
      success: TokenSecretResource.pipe(HttpApiSchema.status(201)),
      error: ContactsErrors.withBody
    }).annotateMerge(
      operation(
        "tokens:write",
        "Create a token",
        "It opens the workspace of the caller, and is never stronger than the token that makes it: a scope that the caller " +
          "lacks is answered 403, a later expiry 422. The token is shown this once."
      )
    ),
    HttpApiEndpoint.delete("revoke", "/v1/tokens/:token_uuid", {
      params: { token_uuid: described(AccessTokenUuid, "The token.") },
      success: NoContent("The token is revoked."),
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "tokens:write",
        "Revoke a token",
        "At once on the server that answers, within a second on others, and for good. It is listed as revoked. A token may revoke " +
          "itself."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(OpenApi.annotations({ title: "Tokens", description: "What opens a workspace, and how far." })) {}
