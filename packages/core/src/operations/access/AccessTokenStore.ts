import { Context, type DateTime, type Option } from "effect"
import type { AccessTokenUuid, ActorUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { AccessToken, Scope } from "./AccessToken.ts"

/** Port: access tokens, and the names that uuids of actors are derived from. */
export class AccessTokenStore extends Context.Service<
  AccessTokenStore,
  {
    /** Stores a token; false if its hash is stored already. */
    readonly insert: (token: AccessToken) => StorageEffect<boolean>

    /** Replaces the scopes of a stored token; does nothing if its hash is not stored. */
    readonly setScopes: (hash: string, scopes: ReadonlyArray<Scope>) => StorageEffect<void>

    /**
     * Stores an instant as the last use of the tokens of these hashes, unless a later one is stored. A hash that is not
     * stored is ignored.
     */
    readonly recordUses: (hashes: ReadonlyArray<string>, at: DateTime.Utc) => StorageEffect<void>

    readonly findByHash: (hash: string) => StorageEffect<Option.Option<AccessToken>>

    /** Whether any token was ever stored, for any workspace; revoked ones count. */
    readonly hasAny: StorageEffect<boolean>

    /** Returns the tokens of a workspace, revoked and expired ones too, oldest first, then by uuid. */
    readonly list: (workspace: WorkspaceUuid) => StorageEffect<ReadonlyArray<AccessToken>>

    /**
     * Marks the token of this hash, if there is one, as a bootstrap token, and revokes from `at` on every other
     * bootstrap token, of any workspace, that is not revoked. Returns how many it revoked. Null names no token.
     */
    readonly keepBootstrap: (hash: string | null, at: DateTime.Utc) => StorageEffect<number>

    /** Revokes a token at a timestamp, or earlier if it was revoked before. False if the workspace has no such token. */
    readonly revoke: (workspace: WorkspaceUuid, uuid: AccessTokenUuid, at: DateTime.Utc) => StorageEffect<boolean>

    /** Keeps the name of an actor of a workspace. Does nothing if it is kept already. */
    readonly rememberActor: (workspace: WorkspaceUuid, actor: ActorUuid, name: string) => StorageEffect<void>

    /** Returns the names of the actors that have a name in the workspace. */
    readonly actorNames: (
      workspace: WorkspaceUuid,
      actors: ReadonlyArray<ActorUuid>
    ) => StorageEffect<ReadonlyMap<ActorUuid, string>>
  }
>()("@rollcall/core/operations/access/AccessTokenStore") {}
