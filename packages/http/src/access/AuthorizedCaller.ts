import type { Caller, Scope } from "@rollcall/core"
import type { DateTime } from "effect"

/** For whom a request acts, and the scopes that it has: all of them where none are given. */
export interface AuthorizedCaller extends Caller {
  readonly scopes?: ReadonlyArray<Scope> | undefined
  /** Until when the caller may act: no token that it makes expires later. Null or nothing for no end. */
  readonly expiresAt?: DateTime.Utc | null | undefined
}
