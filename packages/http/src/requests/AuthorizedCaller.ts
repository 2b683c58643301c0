import type { AccessTokenUuid, Caller, Scope, WorkspaceUuid } from "@rollcall/core"
import type { DateTime } from "effect"

/** What a caller may do, and for how long. */
interface Extent {
  /** The scopes of the caller. Default: all. */
  readonly scopes?: ReadonlyArray<Scope> | undefined
  /** Until when the caller may act: no token that it makes expires later. Null or nothing for no end. */
  readonly expiresAt?: DateTime.Utc | null | undefined
}

/** The user and rights that a host gives a request. */
export interface AuthorizedCaller extends Extent {
  /** The workspace whose data is meant. */
  readonly workspace: WorkspaceUuid
  /** The user who acts: any string of 1 to 255 characters, such as the user id of an identity provider. */
  readonly actor: string
}

/** The same, with the uuid of the actor, and of the token if it has one. */
export interface KnownCaller extends Caller, Extent {
  readonly token?: AccessTokenUuid | undefined
}
