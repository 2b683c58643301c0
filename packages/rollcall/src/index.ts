/** The promise API of Rollcall. Storages and channels have their own entry points, such as `rollcall/sqlite`. */
export type * from "./areas/Access.ts"
export type * from "./areas/Broadcasts.ts"
export type * from "./areas/Contacts.ts"
export type * from "./areas/CustomFields.ts"
export type * from "./areas/Recipients.ts"
export type * from "./areas/Events.ts"
export type * from "./areas/Imports.ts"
export type * from "./areas/Lists.ts"
export type * from "./areas/Notes.ts"
export type * from "./areas/OptOuts.ts"
export type * from "./areas/Segments.ts"
export type * from "./areas/Templates.ts"
export type * from "./results/Template.ts"
export type * from "./inputs/Search.ts"
export type { AuthorizedRequest, HttpOptions } from "./Fetch.ts"
export type { EventOptions } from "./methods/FollowEvents.ts"
export type { CallOptions, CursorOptions, CursorPage, Page, PageOptions } from "./methods/Inputs.ts"
export type {
  AnyChannelDefinition,
  ChannelDefinition,
  ClockDefinition,
  ProviderDefinition,
  RollcallOptions,
  StorageDefinition
} from "./options/Options.ts"
export { createRollcall } from "./CreateRollcall.ts"
export type { Rollcall, WorkspaceOptions, Workspaces } from "./Rollcall.ts"
export { RollcallError, type RollcallErrorCode } from "./RollcallError.ts"
export type { RollcallSettings } from "./options/GivenSettings.ts"
export type { Workspace } from "./Workspace.ts"
