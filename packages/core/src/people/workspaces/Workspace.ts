import { Schema } from "effect"
import { WorkspaceUuid } from "../../shared/Ids.ts"

/** A tenant. The name is unique in a store. */
export const Workspace = Schema.Struct({ uuid: WorkspaceUuid, name: Schema.String })
export type Workspace = typeof Workspace.Type
