import type { Caller, Scope } from "@rollcall/core"
import { scopeMeanings } from "@rollcall/core/operations"
import { Context } from "effect"
import type * as Arr from "effect/Array"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import * as BroadcastsErrors from "../errors/BroadcastsErrors.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"

/** The workspace and the actor of the current request. */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()("@rollcall/api/access/CurrentCaller") {}

/**
 * Annotates an endpoint with the scopes that its caller's token needs. Endpoints without the annotation are not served.
 */
export class RequiredScopes extends Context.Service<RequiredScopes, Arr.NonEmptyReadonlyArray<Scope>>()(
  "@rollcall/api/access/RequiredScopes"
) {}

const description =
  "A token of a workspace. What it opens depends on its scopes:\n\n" +
  Object.entries(scopeMeanings)
    .map(([scope, meaning]) => `- \`${scope}\`: ${meaning}`)
    .join("\n")

const security = { bearer: HttpApiSecurity.annotate(HttpApiSecurity.bearer, OpenApi.Description, description) }

/** Admits requests of the Contacts area whose bearer token is valid and has the scopes of the endpoint. */
export class ContactsAuthorization extends HttpApiMiddleware.Service<
  ContactsAuthorization,
  { provides: CurrentCaller }
>()("@rollcall/api/access/ContactsAuthorization", {
  error: [
    ContactsErrors.Unauthorized,
    ContactsErrors.Forbidden,
    ContactsErrors.TooManyRequests,
    ContactsErrors.Unavailable
  ],
  security
}) {}

/** Admits requests of the Broadcasts area whose bearer token is valid and has the scopes of the endpoint. */
export class BroadcastsAuthorization extends HttpApiMiddleware.Service<
  BroadcastsAuthorization,
  { provides: CurrentCaller }
>()("@rollcall/api/access/BroadcastsAuthorization", {
  error: [
    BroadcastsErrors.Unauthorized,
    BroadcastsErrors.Forbidden,
    BroadcastsErrors.TooManyRequests,
    BroadcastsErrors.Unavailable
  ],
  security
}) {}
