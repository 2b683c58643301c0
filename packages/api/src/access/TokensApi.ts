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
        "Oldest first, including revoked and expired tokens. The tokens themselves are not shown."
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
        "It gives access to the workspace of the caller, and never to more than the caller's token does: a scope that the caller " +
          "lacks is answered 403, a later expiry 422. The token is shown only once."
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
        "Takes effect immediately on the server that answers and within a second on others. It cannot be undone. The token stays listed as revoked. A token may revoke " +
          "itself."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Tokens", description: "Access tokens of a workspace, with their scopes." })
  ) {}
