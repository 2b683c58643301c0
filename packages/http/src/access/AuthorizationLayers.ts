import { BroadcastsAuthorization, ContactsAuthorization, CurrentCaller, RequiredScope } from "@rollcall/api"
import { AccessTokens, type Caller } from "@rollcall/core"
import { Context, Data, Effect, Layer, Option, Redacted } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import * as BroadcastsRefusals from "../errors/BroadcastsRefusals.ts"
import * as ContactsRefusals from "../errors/ContactsRefusals.ts"

/** The token is missing, malformed, unknown, revoked or expired: nobody is told which (A2). */
class TokenRefused extends Data.TaggedError("TokenRefused") {}

/** The token counts, and does not allow the operation. */
class ScopeMissing extends Data.TaggedError("ScopeMissing")<{ readonly scope: string }> {}

/** Finds out who calls an endpoint, and whether it may. */
const callerOf = Effect.fnUntraced(function* (
  tokens: AccessTokens["Service"],
  credential: Redacted.Redacted,
  endpoint: HttpApiEndpoint.Top
) {
  const scope = Context.getOption(endpoint.annotations, RequiredScope)
  if (Option.isNone(scope)) return yield* Effect.die(`The endpoint ${endpoint.identifier} names no scope`)
  const token = Redacted.value(credential) === "" ? Option.none() : yield* tokens.verify(credential)
  if (Option.isNone(token)) return yield* new TokenRefused()
  if (!token.value.scopes.includes(scope.value)) return yield* new ScopeMissing({ scope: scope.value })
  const caller: Caller = { workspace: token.value.workspaceUuid, actor: token.value.actorUuid }
  return caller
})

/** Authorization of the Contacts area, by the tokens of `AccessTokens`. */
export const layerContacts = Layer.effect(
  ContactsAuthorization,
  Effect.map(AccessTokens, (tokens) => ({
    bearer: (httpEffect, { credential, endpoint }) =>
      callerOf(tokens, credential, endpoint).pipe(
        Effect.catchTags({
          TokenRefused: () => ContactsRefusals.unauthorized,
          ScopeMissing: ({ scope }) => ContactsRefusals.forbidden(scope),
          StorageError: ContactsRefusals.storageFailed
        }),
        Effect.flatMap((caller) => Effect.provideService(httpEffect, CurrentCaller, caller))
      )
  }))
)

/** Authorization of the Broadcasts area, by the tokens of `AccessTokens`. */
export const layerBroadcasts = Layer.effect(
  BroadcastsAuthorization,
  Effect.map(AccessTokens, (tokens) => ({
    bearer: (httpEffect, { credential, endpoint }) =>
      callerOf(tokens, credential, endpoint).pipe(
        Effect.catchTags({
          TokenRefused: () => BroadcastsRefusals.unauthorized,
          ScopeMissing: ({ scope }) => BroadcastsRefusals.forbidden(scope),
          StorageError: BroadcastsRefusals.storageFailed
        }),
        Effect.flatMap((caller) => Effect.provideService(httpEffect, CurrentCaller, caller))
      )
  }))
)
