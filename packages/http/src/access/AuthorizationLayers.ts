import { BroadcastsAuthorization, ContactsAuthorization, CurrentCaller, RequiredScope } from "@rollcall/api"
import { AccessTokens, type Caller, type Scope, type StorageError } from "@rollcall/core"
import { Context, Data, Effect, Layer, Option, Redacted } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import * as BroadcastsRefusals from "../errors/BroadcastsRefusals.ts"
import * as ContactsRefusals from "../errors/ContactsRefusals.ts"

/** The token is missing, malformed, unknown, revoked or expired: the answer is the same for all (A2). */
class TokenRefused extends Data.TaggedError("TokenRefused") {}

/** The token is valid and does not allow the operation. */
class ScopeMissing extends Data.TaggedError("ScopeMissing")<{ readonly scope: string }> {}

/** Returns the caller of a request with this bearer token, which is empty where none was sent. */
type Authorize = (
  credential: Redacted.Redacted,
  scope: Scope
) => Effect.Effect<Caller, TokenRefused | ScopeMissing | StorageError>

/** The authorization of every area. A request to an endpoint without a scope is a defect. */
const layerOf = (authorize: Authorize) => {
  const callerOf = Effect.fnUntraced(function* (credential: Redacted.Redacted, endpoint: HttpApiEndpoint.Top) {
    const scope = Context.getOption(endpoint.annotations, RequiredScope)
    if (Option.isNone(scope)) return yield* Effect.die(`The endpoint ${endpoint.identifier} names no scope`)
    return yield* authorize(credential, scope.value)
  })
  return Layer.merge(
    Layer.succeed(ContactsAuthorization, {
      bearer: (httpEffect, { credential, endpoint }) =>
        callerOf(credential, endpoint).pipe(
          Effect.catchTags({
            TokenRefused: () => ContactsRefusals.unauthorized,
            ScopeMissing: ({ scope }) => ContactsRefusals.forbidden(scope),
            StorageError: ContactsRefusals.storageFailed
          }),
          Effect.flatMap((caller) => Effect.provideService(httpEffect, CurrentCaller, caller))
        )
    }),
    Layer.succeed(BroadcastsAuthorization, {
      bearer: (httpEffect, { credential, endpoint }) =>
        callerOf(credential, endpoint).pipe(
          Effect.catchTags({
            TokenRefused: () => BroadcastsRefusals.unauthorized,
            ScopeMissing: ({ scope }) => BroadcastsRefusals.forbidden(scope),
            StorageError: BroadcastsRefusals.storageFailed
          }),
          Effect.flatMap((caller) => Effect.provideService(httpEffect, CurrentCaller, caller))
        )
    })
  )
}

/** Authorization by the bearer tokens of `AccessTokens` (A1, A2). */
export const authorizationByTokens = Layer.unwrap(
  Effect.map(AccessTokens, (tokens) =>
    layerOf(
      Effect.fnUntraced(function* (credential, scope) {
        const token = Redacted.value(credential) === "" ? Option.none() : yield* tokens.verify(credential)
        if (Option.isNone(token)) return yield* new TokenRefused()
        if (!token.value.scopes.includes(scope)) return yield* new ScopeMissing({ scope })
        return { workspace: token.value.workspaceUuid, actor: token.value.actorUuid }
      })
    )
  )
)

/**
 * Lets every request act for one caller with every scope, whatever token it carries. It is for a program that runs the
 * routes in its own process; never serve such routes on a network.
 */
export const authorizationAs = (caller: Caller) => layerOf(() => Effect.succeed(caller))
