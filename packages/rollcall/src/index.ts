/** Rollcall with promises. A storage and a channel come from `rollcall/sqlite`, `rollcall/simulator` and the like. */
export type { AuthorizedRequest, HttpOptions } from "./Fetch.ts"
export type { EventOptions, HostEvent } from "./FollowEvents.ts"
export type { CallOptions, PageOptions } from "./Inputs.ts"
export {
  type ChannelDefinition,
  type AnyChannelDefinition,
  type ClockDefinition,
  createRollcall,
  type ProviderDefinition,
  type Rollcall,
  type RollcallOptions,
  type StorageDefinition,
  type Workspace,
  type WorkspaceOptions,
  type Workspaces
} from "./Rollcall.ts"
export { RollcallError, type RollcallErrorCode } from "./RollcallError.ts"
export type { RollcallSettings } from "./Settings.ts"
