import type { AccessToken, Workspace } from "@rollcall/core"
import { HashMap } from "effect"

export interface AccessState {
  /** By name. */
  readonly workspaces: HashMap.HashMap<string, Workspace>
  /** By hash. */
  readonly tokens: HashMap.HashMap<string, AccessToken>
}

export const emptyAccess: AccessState = { workspaces: HashMap.empty(), tokens: HashMap.empty() }
