/** Workspaces: whose contacts and broadcasts these are. */
export { Workspace } from "./Workspace.ts"
export { Workspaces } from "./Workspaces.ts"
