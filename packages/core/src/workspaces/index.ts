/** Workspaces: whose contacts and broadcasts these are, and what each decides for itself. */
export { maxCapDays, maxCapMessages } from "./SettingsRules.ts"
export { Settings } from "./Settings.ts"
export { Workspace } from "./Workspace.ts"
export { WorkspaceSettings } from "./WorkspaceSettings.ts"
export { Workspaces } from "./Workspaces.ts"
