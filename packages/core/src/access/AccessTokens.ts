import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import { withSpans } from "../shared/Spans.ts"
import { layerDigest } from "../shared/Digests.ts"
import { AccessTokenUuid, ActorUuid, nextId, type WorkspaceUuid } from "../shared/Ids.ts"
import type { StorageError } from "../shared/StorageError.ts"
import { type AccessToken, allScopes, isValidAt, type NewAccessToken, type Scope } from "./AccessToken.ts"
import { AccessTokenStore } from "./AccessTokenStore.ts"
import { makeTokenCache } from "./TokenCache.ts"

/** Makes, checks and revokes bearer tokens. */
export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    /** Creates and returns a token of 256 random bits, of which only the hash is stored (A2). */
    readonly create: (
      workspace: WorkspaceUuid,
      options: NewAccessToken
    ) => Effect.Effect<{ readonly record: AccessToken; readonly token: Redacted.Redacted }, StorageError>

    /** Stores a token that the operator chose. It has every scope, also if an earlier version stored it with fewer. */
    readonly adopt: (workspace: WorkspaceUuid, token: Redacted.Redacted) => Effect.Effect<void, StorageError>

    /**
     * Revokes every adopted token but the one that is configured now, if any (A2). Returns how many it revoked. A token
     * that was revoked before stays so.
     */
    readonly keepBootstrap: (configured: Redacted.Redacted | null) => Effect.Effect<number, StorageError>

    /** Returns the tokens of a workspace, revoked and expired ones too, oldest first. */
    readonly list: (workspace: WorkspaceUuid) => Effect.Effect<ReadonlyArray<AccessToken>, StorageError>

    /**
     * Returns the record of a valid token; none for one that is unknown, revoked or expired, without distinction. A
     * revocation by another process counts within a second (A2).
     */
    readonly verify: (token: Redacted.Redacted) => Effect.Effect<Option.Option<AccessToken>, StorageError>

    /** Returns the hash by which a token is stored. Asks no store. */
    readonly hash: (token: Redacted.Redacted) => Effect.Effect<string>

    /** The same as `verify`, for a token whose hash is known. */
    readonly verifyHash: (hash: string) => Effect.Effect<Option.Option<AccessToken>, StorageError>

    /** Whether any token was ever stored. */
    readonly hasAny: Effect.Effect<boolean, StorageError>

    /** Revokes a token from now on; false if the workspace has none with this uuid. */
    readonly revoke: (workspace: WorkspaceUuid, uuid: AccessTokenUuid) => Effect.Effect<boolean, StorageError>
  }
>()("@rollcall/core/access/AccessTokens") {
  static readonly layer = Layer.effect(
    AccessTokens,
    Effect.gen(function* () {
      const store = yield* AccessTokenStore
      const digest = yield* Digest.Digest
      const random = yield* SecureRandom.SecureRandom
      const { changing, find } = yield* makeTokenCache(store.findByHash)

      const hash = (token: Redacted.Redacted) =>
        digest.digestHex(Digest.sha256, new TextEncoder().encode(Redacted.value(token)))

      const record = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        token: Redacted.Redacted,
        scopes: ReadonlyArray<Scope>,
        { bootstrap = false, expiresAt }: { readonly bootstrap?: boolean; readonly expiresAt: DateTime.Utc | null }
      ) {
        const made: AccessToken = {
          uuid: AccessTokenUuid.make(yield* nextId),
          workspaceUuid: workspace,
          actorUuid: ActorUuid.make(yield* nextId),
          hash: yield* hash(token),
          scopes,
          bootstrap,
          createdAt: yield* DateTime.now,
          expiresAt,
          revokedAt: null
        }
        yield* store.insert(made)
        return made
      })

      const verifyHash = Effect.fnUntraced(function* (hash: string) {
        const found = yield* find(hash)
        const now = yield* DateTime.now
        return Option.filter(found, (record) => isValidAt(record, now))
      })

      return AccessTokens.of(
        withSpans("AccessTokens", {
          create: Effect.fnUntraced(function* (workspace, { expiresAt, scopes }) {
            const token = Redacted.make(`${prefix}${Base64Url.encode(yield* random.randomBytes(32))}`)
            return {
              record: yield* record(workspace, token, scopes ?? allScopes, { expiresAt: expiresAt ?? null }),
              token
            }
          }),
          adopt: Effect.fnUntraced(function* (workspace, token) {
            const { hash } = yield* record(workspace, token, allScopes, { bootstrap: true, expiresAt: null })
            yield* changing(store.setScopes(hash, allScopes))
          }),
          keepBootstrap: Effect.fnUntraced(function* (configured) {
            const kept = configured === null ? null : yield* hash(configured)
            return yield* changing(store.keepBootstrap(kept, yield* DateTime.now))
          }),
          list: store.list,
          verify: (token) => Effect.flatMap(hash(token), verifyHash),
          hash,
          verifyHash,
          hasAny: store.hasAny,
          revoke: Effect.fnUntraced(function* (workspace, uuid) {
            return yield* changing(store.revoke(workspace, uuid, yield* DateTime.now))
          })
        })
      )
    })
  ).pipe(Layer.provide([layerDigest, SecureRandom.layerWebCrypto]))
}

/** By this prefix scanners of leaked secrets recognise a token. */
const prefix = "rollcall_"
