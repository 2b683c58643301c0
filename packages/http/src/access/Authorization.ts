import { BroadcastsAuthorization, ContactsAuthorization, CurrentCaller, RequiredScopes } from "@rollcall/api"
import { type AccessTokens, type Caller, StorageError } from "@rollcall/core"
import { makeLruCache, type Actors, CurrentActor } from "@rollcall/core/operations"
import { Context, Data, Effect, Layer, Option, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import * as BroadcastsRefusals from "../errors/BroadcastsRefusals.ts"
import * as ContactsRefusals from "../errors/ContactsRefusals.ts"
import { RequestFacts } from "../requests/RequestFacts.ts"
import type { AuthorizedCaller, KnownCaller } from "../requests/AuthorizedCaller.ts"
import { missingScopes, ScopesMissing, TooManyRequests } from "../errors/Refusals.ts"
import { clientAddress } from "./ClientAddress.ts"
import type { FailureLimit } from "./FailureLimit.ts"
import type { RequestLimit } from "./RequestLimit.ts"

/** How requests are authorized. The token comes from the `authorization` header, and is empty without that header. */
export interface Authorize {
  /** Returns the caller of the current request, or null. Counts the request. */
  readonly first: (
    token: Redacted.Redacted
  ) => Effect.Effect<KnownCaller | null, unknown, HttpServerRequest.HttpServerRequest>
  /** Looks up the caller again while the request is handled, without counting another request. */
  readonly again: (token: Redacted.Redacted) => Effect.Effect<KnownCaller | null, unknown>
}

const noCaller = () => Effect.succeed(null)

/** How the host authorizes the current request. Default: no request has a caller. */
export const CurrentAuthorize = Context.Reference<Authorize>("@rollcall/http/access/CurrentAuthorize", {
  defaultValue: () => ({ first: noCaller, again: noCaller })
})

interface TokenLimits {
  readonly requests: RequestLimit
  readonly failures: FailureLimit
  readonly trustedProxies: number
}

/**
 * Authorizes by the bearer tokens of `AccessTokens`. Counts the requests of valid tokens by token hash. A token above the
 * limit isn't looked up.
 */
export const authorizeByTokens = (
  tokens: AccessTokens["Service"],
  { failures, requests, trustedProxies }: TokenLimits
): Authorize => {
  const lookup = (hash: string) =>
    Effect.flatMap(requests.countIfTracked(hash), (counted) =>
      Effect.flatMap(tokens.verifyHash(hash), (found) => {
        if (Option.isNone(found)) requests.forget(hash)
        else if (!counted) return Effect.as(requests.count(hash), found)
        return Effect.succeed(found)
      })
    )

  return {
    first: (token) =>
      // The limit on failures is against guessed tokens. The login page sends requests before it has a token.
      Redacted.value(token) === ""
        ? noCaller()
        : Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
            Effect.flatMap(tokens.hash(token), (hash) =>
              Effect.map(failures(clientAddress(request, trustedProxies), hash, lookup(hash)), callerOfToken)
            )
          ),
    again: (token) => Effect.map(Effect.flatMap(tokens.hash(token), tokens.verifyHash), callerOfToken)
  }
}

const callerOfToken = (found: Effect.Success<ReturnType<AccessTokens["Service"]["verifyHash"]>>) => {
  if (Option.isNone(found)) return null
  const { actorUuid, expiresAt, scopes, uuid, workspaceUuid } = found.value
  return { workspace: workspaceUuid, actor: actorUuid, token: uuid, scopes, expiresAt }
}

/** Resolves the caller that a host's `authorize` returned. */
type Recognize = (given: AuthorizedCaller) => Effect.Effect<KnownCaller, unknown>

/** The most actors to cache. */
const maxActors = 10_000

/** Makes a function that resolves the actors of a host. Queries the store once per actor. */
export const makeRecognize = (actors: Actors["Service"]): Recognize => {
  const known = makeLruCache<Caller>(maxActors)
  return ({ actor, expiresAt, scopes, workspace }) => {
    const key = `${workspace} ${actor}`
    const found = known.get(key)
    if (found !== undefined) return Effect.succeed({ ...found, scopes, expiresAt })
    return Effect.map(actors.caller(workspace, actor), (caller) => {
      known.set(key, caller)
      return { ...caller, scopes, expiresAt }
    })
  }
}

/** Authorizes by the host. Counts requests by workspace and actor. */
export const authorizeByHost = <E>(
  authorize: Effect.Effect<AuthorizedCaller | null, E>,
  recognize: Recognize,
  requests: RequestLimit
): Authorize => {
  const recognized = Effect.flatMap(authorize, (given) => (given === null ? noCaller() : recognize(given)))
  return {
    first: () =>
      Effect.tap(recognized, (caller) =>
        caller === null ? Effect.void : requests.count(`${caller.workspace} ${caller.actor}`)
      ),
    again: () => recognized
  }
}

/** An error for a request without a caller. The response doesn't reveal the reason. */
class Unauthorized extends Data.TaggedError("Unauthorized") {}

/**
 * Returns the caller of a request to an endpoint. An endpoint without scopes, or an `authorize` that fails, is a defect.
 */
const callerOf = ({ again, first }: Authorize, token: Redacted.Redacted, endpoint: HttpApiEndpoint.Top) => {
  const required = Context.getOption(endpoint.annotations, RequiredScopes)
  if (Option.isNone(required)) return Effect.die(`The endpoint ${endpoint.identifier} names no scope`)
  const authorizing = Effect.catch(first(token), refusedOrDefect)
  return Effect.flatMap(authorizing, (authorized): Effect.Effect<Caller, Unauthorized | ScopesMissing> => {
    if (authorized === null) return Effect.fail(new Unauthorized())
    const { actor, expiresAt, scopes, token: held, workspace } = authorized
    return Effect.flatMap(RequestFacts, (facts): Effect.Effect<Caller, ScopesMissing> => {
      facts.workspace = workspace
      facts.scopes = scopes
      facts.expiresAt = expiresAt
      facts.caller = [workspace, held ?? actor]
      facts.again = () => again(token)
      const missing = missingScopes(required.value, scopes)
      return missing.length > 0
        ? Effect.fail(new ScopesMissing({ scopes: missing }))
        : Effect.succeed({ workspace, actor })
    })
  })
}

const refusedOrDefect = (error: unknown) =>
  error instanceof StorageError || error instanceof TooManyRequests ? Effect.fail(error) : Effect.die(error)

/** Error responses of an area for requests that are refused before their handler runs. */
interface Refusals<E1, E2, E3, E4> {
  readonly unauthorized: (challenge: boolean) => Effect.Effect<never, E1>
  readonly forbidden: (missing: Pick<ScopesMissing, "scopes">) => Effect.Effect<never, E2>
  readonly tooManyRequests: (error: TooManyRequests) => Effect.Effect<never, E3>
  readonly storageFailed: (error: StorageError) => Effect.Effect<never, E4>
}

/** Returns the caller of a request, or fails with an error response of the endpoint's area. */
export type Authorized<E> = (
  token: Redacted.Redacted,
  endpoint: HttpApiEndpoint.Top
) => Effect.Effect<Caller, E, HttpServerRequest.HttpServerRequest>

/** Makes the bearer token authorization of {@link layer} for the Contacts area. */
export const authorizedContacts = (byTokens: Authorize) => (token: Redacted.Redacted, endpoint: HttpApiEndpoint.Top) =>
  Effect.catchTags(callerOf(byTokens, token, endpoint), answersOf(ContactsRefusals, true))

const answersOf = <E1, E2, E3, E4>(refusals: Refusals<E1, E2, E3, E4>, challenge: boolean) => ({
  Unauthorized: () => refusals.unauthorized(challenge),
  ScopesMissing: refusals.forbidden,
  TooManyRequests: refusals.tooManyRequests,
  StorageError: refusals.storageFailed
})

/** The authorization of both areas: by bearer tokens, or by {@link CurrentAuthorize} if `byTokens` is null. */
export const layer = (byTokens: Authorize | null) => {
  const authorizing = byTokens === null ? CurrentAuthorize : Effect.succeed(byTokens)
  const challenge = byTokens !== null

  const authorized = <E1, E2, E3, E4>(refusals: Refusals<E1, E2, E3, E4>) => {
    const answers = answersOf(refusals, challenge)
    return <A, E, R>(
      handler: Effect.Effect<A, E, R>,
      { credential, endpoint }: { readonly credential: Redacted.Redacted; readonly endpoint: HttpApiEndpoint.Top }
    ) =>
      Effect.flatMap(authorizing, (authorize) => callerOf(authorize, credential, endpoint)).pipe(
        Effect.catchTags(answers),
        Effect.flatMap((caller) =>
          handler.pipe(Effect.provideService(CurrentCaller, caller), Effect.provideService(CurrentActor, caller.actor))
        )
      )
  }

  return Layer.merge(
    Layer.succeed(ContactsAuthorization, { bearer: authorized(ContactsRefusals) }),
    Layer.succeed(BroadcastsAuthorization, { bearer: authorized(BroadcastsRefusals) })
  )
}
