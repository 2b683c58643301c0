import { BroadcastsAuthorization, ContactsAuthorization, CurrentCaller, RequiredScope } from "@rollcall/api"
import { type AccessTokens, type Caller, type Scope, StorageError } from "@rollcall/core"
import { Context, Data, Effect, Layer, Option, type Redacted } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import * as BroadcastsRefusals from "../errors/BroadcastsRefusals.ts"
import * as ContactsRefusals from "../errors/ContactsRefusals.ts"
import { RequestFacts } from "../requests/RequestFacts.ts"
import type { FailureLimit } from "./FailureLimit.ts"
import { type RequestLimit, TooManyRequests } from "./RequestLimit.ts"

/** For whom a request acts, and the scopes that it has: all of them where none are given. */
export interface AuthorizedCaller extends Caller {
  readonly scopes?: ReadonlyArray<Scope> | undefined
}

/**
 * Returns the caller of a request, or null if it has none. The token is that of the `authorization` header, empty where
 * none was sent.
 */
export type Authorize = (token: Redacted.Redacted) => Effect.Effect<AuthorizedCaller | null, unknown>

/** How the current request is authorized. Without a value no request has a caller. */
export const CurrentAuthorize = Context.Reference<Authorize>("@rollcall/http/access/CurrentAuthorize", {
  defaultValue: () => () => Effect.succeed(null)
})

/** What limits the requests that carry bearer tokens. */
interface TokenLimits {
  readonly requests: RequestLimit
  readonly failures: FailureLimit
}

/**
 * Authorization by the bearer tokens of `AccessTokens` (A1, A2), for a request from an address. Requests are counted by
 * the hash of their token, once it was valid: what is one too many is not looked up.
 */
export const authorizeByTokens =
  (tokens: AccessTokens["Service"], { failures, requests }: TokenLimits) =>
  (address: Option.Option<string>): Authorize =>
    Effect.fnUntraced(function* (token) {
      const hash = yield* tokens.hash(token)
      const lookup = Effect.gen(function* () {
        const counted = yield* requests.countKnown(hash)
        const found = yield* tokens.verifyHash(hash)
        if (Option.isNone(found)) requests.forget(hash)
        else if (!counted) yield* requests.count(hash)
        return found
      })
      return Option.match(yield* failures(address, hash, lookup), {
        onNone: () => null,
        onSome: ({ actorUuid, scopes, workspaceUuid }) => ({ workspace: workspaceUuid, actor: actorUuid, scopes })
      })
    })

/** Authorization by a host. Requests are counted by the workspace and the actor for whom they act. */
export const authorizeByHost = <E, R>(
  authorize: Effect.Effect<AuthorizedCaller | null, E, R>,
  requests: RequestLimit
) =>
  Effect.tap(authorize, (caller) =>
    caller === null ? Effect.void : requests.count(`${caller.workspace} ${caller.actor}`)
  )

/** The request has no caller: the answer is the same whatever the reason (A2). */
class Unauthorized extends Data.TaggedError("Unauthorized") {}

/** The caller may not do what the request asks for. */
class ScopeMissing extends Data.TaggedError("ScopeMissing")<{ readonly scope: string }> {}

/**
 * Returns the caller of a request to an endpoint. An endpoint without a scope, and an authorization that fails, are
 * defects.
 */
const callerOf = Effect.fnUntraced(function* (token: Redacted.Redacted, endpoint: HttpApiEndpoint.Top) {
  const scope = Context.getOption(endpoint.annotations, RequiredScope)
  if (Option.isNone(scope)) return yield* Effect.die(`The endpoint ${endpoint.identifier} names no scope`)
  const authorize = yield* CurrentAuthorize
  const authorized = yield* Effect.catch(authorize(token), (error) =>
    error instanceof StorageError || error instanceof TooManyRequests ? Effect.fail(error) : Effect.die(error)
  )
  if (authorized === null) return yield* new Unauthorized()
  const { actor, scopes, workspace } = authorized
  const facts = yield* RequestFacts
  facts.workspace = workspace
  if (scopes !== undefined && !scopes.includes(scope.value)) return yield* new ScopeMissing({ scope: scope.value })
  return { workspace, actor }
})

/** The authorization of every area. `challenge` says whether a 401 asks for a bearer token. */
export const layer = (challenge: boolean) =>
  Layer.merge(
    Layer.succeed(ContactsAuthorization, {
      bearer: (httpEffect, { credential, endpoint }) =>
        callerOf(credential, endpoint).pipe(
          Effect.catchTags({
            Unauthorized: () => ContactsRefusals.unauthorized(challenge),
            ScopeMissing: ({ scope }) => ContactsRefusals.forbidden(scope),
            TooManyRequests: ContactsRefusals.tooManyRequests,
            StorageError: ContactsRefusals.storageFailed
          }),
          Effect.flatMap((caller) => Effect.provideService(httpEffect, CurrentCaller, caller))
        )
    }),
    Layer.succeed(BroadcastsAuthorization, {
      bearer: (httpEffect, { credential, endpoint }) =>
        callerOf(credential, endpoint).pipe(
          Effect.catchTags({
            Unauthorized: () => BroadcastsRefusals.unauthorized(challenge),
            ScopeMissing: ({ scope }) => BroadcastsRefusals.forbidden(scope),
            TooManyRequests: BroadcastsRefusals.tooManyRequests,
            StorageError: BroadcastsRefusals.storageFailed
          }),
          Effect.flatMap((caller) => Effect.provideService(httpEffect, CurrentCaller, caller))
        )
    })
  )
