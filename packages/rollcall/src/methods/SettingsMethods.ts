import { type Settings, WorkspaceSettings } from "@rollcall/core/people"
import type { Calls } from "./Methods.ts"

/** The settings of a workspace. */
export const settings = {
  get: { takes: [] },
  replace: { takes: [WorkspaceSettings] }
} as const satisfies Calls<Settings["Service"]>
