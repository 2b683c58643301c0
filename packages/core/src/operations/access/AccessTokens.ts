import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import * as Digest from "effect/crypto/Digest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Base64Url from "effect/encoding/Base64Url"
import { makeWorkspaceCheck } from "../../shared/ExistingWorkspaces.ts"
import { withSpans } from "../../shared/Spans.ts"
import { layerDigest } from "../../shared/Digests.ts"
import { type Caller, AccessTokenUuid, ActorUuid, nextId, type WorkspaceUuid } from "../../shared/Ids.ts"
import { InvalidInput } from "../../shared/Issue.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import {
  type AccessToken,
  allScopes,
  anyTokenMaker,
  isValidAt,
  type NewAccessToken,
  newTokenIssues,
  ScopesExceeded,
  type TokenMaker
} from "./AccessToken.ts"
import { makeCaller } from "./Actors.ts"
import { AccessTokenStore } from "./AccessTokenStore.ts"
import { makeTokenCache } from "./TokenCache.ts"
import { makeTokenUses } from "./TokenUses.ts"

/** A token and its record. It is returned this once. */
export interface AccessTokenWithSecret {
  readonly record: AccessToken
  readonly token: Redacted.Redacted
}

/**
 * Makes, checks and revokes bearer tokens.
 *
 * @example
 * const tokens = yield* AccessTokens
 * const { record, token } = yield* tokens.create(caller, { name: "Website", scopes: ["contacts:read"] })
 * yield* tokens.revoke(caller, record.uuid)
 * return token
 */
export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    /**
     * Creates and returns a token of 256 random bits, of which only the hash is stored.
     *
     * @param options Default: a token that may do everything, for ever.
     * @example
     * const tokens = yield* AccessTokens
     * const { record, token } = yield* tokens.create(caller, { name: "Website", scopes: ["contacts:read"] })
     * return [record.uuid, Redacted.value(token)]
     */
    readonly create: (
      caller: Caller,
      options: NewAccessToken
    ) => Effect.Effect<AccessTokenWithSecret, InvalidInput | StorageError>

    /**
     * The same for a caller. The token has the caller's scopes and expiry unless it is given less. Fails with
     * `ScopesExceeded` if it is given a scope that the maker lacks, and with `InvalidInput` if it would expire later.
     *
     * @param options Default: the scopes and expiry of the maker.
     * @param maker Mostly the record of the token that asks for another one, as `verify` returns it.
     * @example
     * const tokens = yield* AccessTokens
     * const maker = yield* Effect.fromOption(yield* tokens.verify(token))
     * return yield* tokens.createFor(caller, { name: "Website", scopes: ["contacts:read"] }, maker)
     */
    readonly createFor: (
      caller: Caller,
      options: NewAccessToken,
      maker: Pick<AccessToken, "scopes" | "expiresAt">
    ) => Effect.Effect<AccessTokenWithSecret, InvalidInput | ScopesExceeded | StorageError>

    /**
     * Stores a token that the operator chose. It has every scope, also if an earlier version stored it with fewer.
     *
     * @param token One of any form: neither a length nor a prefix is asked for.
     * @example
     * const tokens = yield* AccessTokens
     * yield* tokens.adopt(caller, token)
     */
    readonly adopt: (caller: Caller, token: Redacted.Redacted) => Effect.Effect<void, StorageError>

    /**
     * Revokes every adopted token except the one configured now, if any. Returns how many it revoked, and whether the
     * configured token is valid. A token that was revoked before stays so.
     *
     * @param configured The token to keep; null revokes all.
     * @example
     * const tokens = yield* AccessTokens
     * const { isValid, revoked } = yield* tokens.keepBootstrap(token)
     * return isValid ? revoked : "The token was revoked before."
     */
    readonly keepBootstrap: (
      configured: Redacted.Redacted | null
    ) => Effect.Effect<{ readonly revoked: number; readonly isValid: boolean }, StorageError>

    /**
     * Returns the tokens of a workspace, revoked and expired ones too, oldest first.
     *
     * @example
     * const tokens = yield* AccessTokens
     * return (yield* tokens.list(caller)).map(({ name, lastUsedAt }) => [name, lastUsedAt])
     */
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<AccessToken>, StorageError>

    /**
     * Returns the record of a valid token; none for an unknown, revoked or expired token, without distinction. A
     * revocation by another process counts within a second. This is a use of the token, which is stored later.
     *
     * @param token As the client has it, without `Bearer`.
     * @example
     * const tokens = yield* AccessTokens
     * const found = yield* tokens.verify(token)
     * return Option.map(found, ({ scopes, workspaceUuid }) => [workspaceUuid, scopes])
     */
    readonly verify: (token: Redacted.Redacted) => Effect.Effect<Option.Option<AccessToken>, StorageError>

    /**
     * Returns the hash by which a token is stored. Asks no store.
     *
     * @param token As the client has it, without `Bearer`.
     * @example
     * const tokens = yield* AccessTokens
     * return yield* tokens.hash(token)
     */
    readonly hash: (token: Redacted.Redacted) => Effect.Effect<string>

    /**
     * The same as `verify`, by the hash of a token.
     *
     * @param hash What `hash` returns: the SHA-256 in lower-case hex.
     * @example
     * const tokens = yield* AccessTokens
     * return yield* tokens.verifyHash(yield* tokens.hash(token))
     */
    readonly verifyHash: (hash: string) => Effect.Effect<Option.Option<AccessToken>, StorageError>

    /**
     * Whether any token was ever stored.
     *
     * @example
     * const tokens = yield* AccessTokens
     * if (!(yield* tokens.hasAny)) yield* tokens.adopt(caller, token)
     */
    readonly hasAny: Effect.Effect<boolean, StorageError>

    /**
     * Revokes a token. False if the workspace has no token with this uuid.
     *
     * @param uuid The token's uuid, which `create` and `list` return.
     * @example
     * const tokens = yield* AccessTokens
     * const { record } = yield* tokens.create(caller, { name: "Website" })
     * return yield* tokens.revoke(caller, record.uuid)
     */
    readonly revoke: (caller: Caller, uuid: AccessTokenUuid) => Effect.Effect<boolean, StorageError>
  }
>()("@rollcall/core/operations/access/AccessTokens") {
  static readonly layer = Layer.effect(
    AccessTokens,
    Effect.gen(function* () {
      const checkWorkspace = yield* makeWorkspaceCheck
      const store = yield* AccessTokenStore
      const digest = yield* Digest.Digest
      const callerOf = yield* makeCaller
      const random = yield* SecureRandom.SecureRandom
      const { changing, find } = yield* makeTokenCache(store.findByHash)
      const noteUse = yield* makeTokenUses(store.recordUses)

      const encoder = new TextEncoder()
      const hash = (token: Redacted.Redacted) => digest.digestHex(Digest.sha256, encoder.encode(Redacted.value(token)))

      const record = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        token: Redacted.Redacted,
        actor: ActorUuid | null,
        given: Pick<AccessToken, "bootstrap" | "expiresAt" | "name" | "prefix" | "scopes">
      ) {
        const made: AccessToken = {
          uuid: AccessTokenUuid.make(yield* nextId),
          workspaceUuid: workspace,
          actorUuid: actor ?? ActorUuid.make(yield* nextId),
          hash: yield* hash(token),
          ...given,
          createdAt: yield* DateTime.now,
          revokedAt: null,
          lastUsedAt: null
        }
        yield* store.insert(made)
        return made
      })

      const verifyHash = (hash: string) =>
        Effect.flatMap(find(hash), (found) =>
          Effect.map(DateTime.now, (now) => {
            const valid = Option.filter(found, (record) => isValidAt(record, now))
            if (Option.isSome(valid)) noteUse(hash, now)
            return valid
          })
        )

      const createFor = Effect.fnUntraced(function* (
        { workspace }: Caller,
        { name, ...options }: NewAccessToken,
        maker: TokenMaker
      ) {
        const scopes = options.scopes ?? maker.scopes
        const exceeding = scopes.filter((scope) => !maker.scopes.includes(scope))
        if (exceeding.length > 0) return yield* new ScopesExceeded({ scopes: exceeding })
        yield* InvalidInput.refuse(newTokenIssues({ name, ...options }, maker, yield* DateTime.now))
        yield* checkWorkspace(workspace)
        const token = `${prefix}${Base64Url.encode(yield* random.randomBytes(32))}`
        const actor = typeof options.actor === "string" ? (yield* callerOf(workspace, options.actor)).actor : null
        const made = yield* record(workspace, Redacted.make(token), actor, {
          name: name?.trim() ?? "unnamed",
          prefix: token.slice(0, prefix.length + shownCharacters),
          scopes: [...new Set(scopes)],
          bootstrap: false,
          expiresAt: options.expiresAt ?? maker.expiresAt
        })
        return { record: made, token: Redacted.make(token) }
      })

      return AccessTokens.of(
        withSpans("AccessTokens", {
          // No scope exceeds a maker that has them all.
          create: (caller, options) =>
            Effect.catchTag(createFor(caller, options, anyTokenMaker), "ScopesExceeded", Effect.die),
          createFor,
          adopt: Effect.fnUntraced(function* ({ workspace }, token) {
            const { hash } = yield* record(workspace, token, null, {
              name: "bootstrap token",
              // A token that an operator chose may begin with a word that reveals much of the rest.
              prefix: null,
              scopes: allScopes,
              bootstrap: true,
              expiresAt: null
            })
            yield* changing(store.setScopes(hash, allScopes))
          }),
          keepBootstrap: Effect.fnUntraced(function* (configured) {
            const configuredHash = configured === null ? null : yield* hash(configured)
            const now = yield* DateTime.now
            const revoked = yield* changing(store.keepBootstrap(configuredHash, now))
            const found = configuredHash === null ? Option.none() : yield* store.findByHash(configuredHash)
            return { revoked, isValid: Option.exists(found, (record) => isValidAt(record, now)) }
          }),
          list: ({ workspace }) => store.list(workspace),
          verify: (token) => Effect.flatMap(hash(token), verifyHash),
          hash,
          verifyHash,
          hasAny: store.hasAny,
          revoke: Effect.fnUntraced(function* ({ workspace }, uuid) {
            return yield* changing(store.revoke(workspace, uuid, yield* DateTime.now))
          })
        })
      )
    })
  ).pipe(Layer.provide([layerDigest, SecureRandom.layerWebCrypto]))
}

/** By this prefix scanners of leaked secrets recognise a token. */
const prefix = "rollcall_"

/** How many of its random characters are shown afterwards: 36 of its 256 bits. */
const shownCharacters = 6
