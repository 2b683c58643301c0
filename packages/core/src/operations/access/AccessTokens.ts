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

/** A token and its record. Only `create` and `createFor` return the token. */
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
     * Creates a token of 256 random bits and returns it. Only its hash is stored.
     *
     * @param options Default: every scope, no expiry.
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
     * Creates a token on behalf of a maker. Fails with `ScopesExceeded` if `options` has a scope that the maker lacks, and
     * with `InvalidInput` if the token would outlive its maker.
     *
     * @param options Default: the scopes and expiry of the maker.
     * @param maker Usually the record of the requesting token, as returned by `verify`.
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
     * Stores a token chosen by the operator, with every scope. Adds missing scopes if an earlier version stored the token
     * with fewer.
     *
     * @param token Any string; no length or prefix is required.
     * @example
     * const tokens = yield* AccessTokens
     * yield* tokens.adopt(caller, token)
     */
    readonly adopt: (caller: Caller, token: Redacted.Redacted) => Effect.Effect<void, StorageError>

    /**
     * Revokes every adopted token except the configured token. Returns the number of revoked tokens, and whether the
     * configured token is valid. A token that was already revoked stays revoked.
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
     * Returns the tokens of a workspace, including revoked and expired tokens, oldest first.
     *
     * @example
     * const tokens = yield* AccessTokens
     * return (yield* tokens.list(caller)).map(({ name, lastUsedAt }) => [name, lastUsedAt])
     */
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<AccessToken>, StorageError>

    /**
     * Returns the record of a valid token; `Option.none()` for an unknown, revoked or expired token. A revocation by
     * another process takes effect within a second. The call counts as a use of the token, and the use is stored later.
     *
     * @param token The token as the client sends it, without `Bearer`.
     * @example
     * const tokens = yield* AccessTokens
     * const found = yield* tokens.verify(token)
     * return Option.map(found, ({ scopes, workspaceUuid }) => [workspaceUuid, scopes])
     */
    readonly verify: (token: Redacted.Redacted) => Effect.Effect<Option.Option<AccessToken>, StorageError>

    /**
     * Returns the hash of a token without using the store.
     *
     * @param token The token as the client sends it, without `Bearer`.
     * @example
     * const tokens = yield* AccessTokens
     * return yield* tokens.hash(token)
     */
    readonly hash: (token: Redacted.Redacted) => Effect.Effect<string>

    /**
     * Verifies a token by its hash, like `verify`.
     *
     * @param hash The SHA-256 in lowercase hex, as returned by `hash`.
     * @example
     * const tokens = yield* AccessTokens
     * return yield* tokens.verifyHash(yield* tokens.hash(token))
     */
    readonly verifyHash: (hash: string) => Effect.Effect<Option.Option<AccessToken>, StorageError>

    /**
     * Whether any token was ever stored, for any workspace.
     *
     * @example
     * const tokens = yield* AccessTokens
     * if (!(yield* tokens.hasAny)) yield* tokens.adopt(caller, token)
     */
    readonly hasAny: Effect.Effect<boolean, StorageError>

    /**
     * Revokes a token. Returns false if the workspace has no token with this uuid.
     *
     * @param uuid The token's uuid, as returned by `create` and `list`.
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
          // `anyTokenMaker` has every scope, so `ScopesExceeded` can't happen.
          create: (caller, options) =>
            Effect.catchTag(createFor(caller, options, anyTokenMaker), "ScopesExceeded", Effect.die),
          createFor,
          adopt: Effect.fnUntraced(function* ({ workspace }, token) {
            const { hash } = yield* record(workspace, token, null, {
              name: "bootstrap token",
              // A token chosen by an operator may begin with a word that reveals much of the remaining token.
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

/** The token prefix that secret scanners recognise. */
const prefix = "rollcall_"

/** The number of random characters shown after creation: 36 of 256 bits. */
const shownCharacters = 6
