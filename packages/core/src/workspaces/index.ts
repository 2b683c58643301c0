/** Workspaces: whose contacts and broadcasts these are. */
export { Workspaces } from "./Workspaces.ts"
