import type { AccessTokenUuid, Caller, Scope, WorkspaceUuid } from "@rollcall/core"
import type { DateTime } from "effect"

/** The rights of a caller, and when they expire. */
interface Extent {
  /** The scopes of the caller. Default: all. */
  readonly scopes?: ReadonlyArray<Scope> | undefined
  /** When the caller's rights expire; null or undefined for never. Tokens created by the caller expire no later. */
  readonly expiresAt?: DateTime.Utc | null | undefined
}

/** The user and the rights that a host assigns to a request. */
export interface AuthorizedCaller extends Extent {
  readonly workspace: WorkspaceUuid
  /** The user who acts: any string of 1 to 255 characters, such as the user id of an identity provider. */
  readonly actor: string
}

/** A caller with the uuid of its actor, and of its token if it has one. */
export interface KnownCaller extends Caller, Extent {
  readonly token?: AccessTokenUuid | undefined
}
