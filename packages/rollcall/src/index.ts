/** Rollcall with promises. A storage and a channel come from `rollcall/sqlite`, `rollcall/simulator` and the like. */
export type { AuthorizedRequest, HttpOptions } from "./Fetch.ts"
export type { EventOptions, HostEvent } from "./methods/FollowEvents.ts"
export type { CallOptions, CursorOptions, PageOptions } from "./methods/Inputs.ts"
export type {
  AnyChannelDefinition,
  ChannelDefinition,
  ClockDefinition,
  ProviderDefinition,
  RollcallOptions,
  StorageDefinition
} from "./options/Options.ts"
export { createRollcall, type Rollcall, type Workspace, type WorkspaceOptions, type Workspaces } from "./Rollcall.ts"
export { RollcallError, type RollcallErrorCode } from "./RollcallError.ts"
export type { RollcallSettings } from "./options/Settings.ts"
