import { type Settings, WorkspaceSettings } from "@rollcall/core/people"
import type { Calls } from "./Methods.ts"

/** Decoders for the arguments of the settings methods. */
export const settings = {
  get: { takes: [] },
  replace: { takes: [WorkspaceSettings] }
} as const satisfies Calls<Settings["Service"]>
