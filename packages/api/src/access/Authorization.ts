import type { Caller, Scope } from "@rollcall/core"
import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import * as BroadcastsErrors from "../errors/BroadcastsErrors.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"

/** The workspace and the actor of the current request (A1). */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()("@rollcall/api/access/CurrentCaller") {}

/** Annotates an endpoint with the scope that its caller's token must have (A2). An endpoint without one is not served. */
export class RequiredScope extends Context.Service<RequiredScope, Scope>()("@rollcall/api/access/RequiredScope") {}

const security = { bearer: HttpApiSecurity.bearer }

/** Admits requests of the Contacts area whose bearer token is valid and has the scope of the endpoint (A1, A2). */
export class ContactsAuthorization extends HttpApiMiddleware.Service<
  ContactsAuthorization,
  { provides: CurrentCaller }
>()("@rollcall/api/access/ContactsAuthorization", {
  error: [ContactsErrors.Unauthorized, ContactsErrors.Forbidden, ContactsErrors.Unavailable],
  security
}) {}

/** Admits requests of the Broadcasts area whose bearer token is valid and has the scope of the endpoint (A1, A2). */
export class BroadcastsAuthorization extends HttpApiMiddleware.Service<
  BroadcastsAuthorization,
  { provides: CurrentCaller }
>()("@rollcall/api/access/BroadcastsAuthorization", {
  error: [BroadcastsErrors.Unauthorized, BroadcastsErrors.Forbidden, BroadcastsErrors.Unavailable],
  security
}) {}
