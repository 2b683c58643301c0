import { Context, type DateTime, type Option } from "effect"
import type { AccessTokenUuid, ActorUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { AccessToken, Scope } from "./AccessToken.ts"

/** Port: access tokens, and the names behind actor uuids. */
export class AccessTokenStore extends Context.Service<
  AccessTokenStore,
  {
    /** Stores a token. Returns false if its hash is already stored. */
    readonly insert: (token: AccessToken) => StorageEffect<boolean>

    /** Replaces the scopes of a stored token. Does nothing if its hash is not stored. */
    readonly setScopes: (hash: string, scopes: ReadonlyArray<Scope>) => StorageEffect<void>

    /**
     * Stores a timestamp as the last use of the tokens with these hashes, unless a later timestamp is stored. Ignores
     * unknown hashes.
     */
    readonly recordUses: (hashes: ReadonlyArray<string>, at: DateTime.Utc) => StorageEffect<void>

    readonly findByHash: (hash: string) => StorageEffect<Option.Option<AccessToken>>

    /** Whether any token was ever stored, for any workspace. Includes revoked tokens. */
    readonly hasAny: StorageEffect<boolean>

    /** Returns the tokens of a workspace, including revoked and expired tokens, oldest first, then by uuid. */
    readonly list: (workspace: WorkspaceUuid) => StorageEffect<ReadonlyArray<AccessToken>>

    /**
     * Marks the token with this hash, if it exists, as a bootstrap token. Revokes, as of `at`, every other
     * unrevoked bootstrap token of any workspace. Returns the number of revoked tokens. Null revokes all bootstrap tokens.
     */
    readonly keepBootstrap: (hash: string | null, at: DateTime.Utc) => StorageEffect<number>

    /** Revokes a token at a timestamp; an earlier revocation stays. Returns false if the workspace has no such token. */
    readonly revoke: (workspace: WorkspaceUuid, uuid: AccessTokenUuid, at: DateTime.Utc) => StorageEffect<boolean>

    /** Stores the name of a workspace's actor. Does nothing if the actor already has a name. */
    readonly rememberActor: (workspace: WorkspaceUuid, actor: ActorUuid, name: string) => StorageEffect<void>

    /** Returns the stored names of a workspace's actors. */
    readonly actorNames: (
      workspace: WorkspaceUuid,
      actors: ReadonlyArray<ActorUuid>
    ) => StorageEffect<ReadonlyMap<ActorUuid, string>>
  }
>()("@rollcall/core/operations/access/AccessTokenStore") {}
