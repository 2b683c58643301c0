import type { Caller, Scope } from "@rollcall/core"
import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import * as BroadcastsErrors from "../errors/BroadcastsErrors.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"

/** The workspace and the actor of the current request (A1). */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()("@rollcall/api/access/CurrentCaller") {}

/** Annotates an endpoint with the scope that its caller's token must have (A2). An endpoint without one is not served. */
export class RequiredScope extends Context.Service<RequiredScope, Scope>()("@rollcall/api/access/RequiredScope") {}

/** What each scope opens. */
const scopes: { readonly [Name in Scope]: string } = {
  "contacts:read": "read contacts, their custom fields, lists, notes and imports, and search them",
  "contacts:write": "create, change, archive and import them",
  "broadcasts:read": "read broadcasts and what became of them, and check whether one could be sent",
  "broadcasts:write": "create and cancel broadcasts",
  "events:read": "read what happened",
  "webhooks:read": "read webhooks and how far they are",
  "webhooks:write": "create, change, rotate, replay and delete webhooks"
}

const description =
  "A token of a workspace. What it opens depends on its scopes:\n\n" +
  Object.entries(scopes)
    .map(([scope, meaning]) => `- \`${scope}\`: ${meaning}`)
    .join("\n")

const security = { bearer: HttpApiSecurity.annotate(HttpApiSecurity.bearer, OpenApi.Description, description) }

/** Admits requests of the Contacts area whose bearer token is valid and has the scope of the endpoint (A1, A2). */
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

/** Admits requests of the Broadcasts area whose bearer token is valid and has the scope of the endpoint (A1, A2). */
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
