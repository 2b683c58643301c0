import { Schema } from "effect"
import { WorkspaceUuid } from "../../shared/Ids.ts"

/** A tenant. Its name is unique in one store. */
export const Workspace = Schema.Struct({ uuid: WorkspaceUuid, name: Schema.String })
export type Workspace = typeof Workspace.Type
