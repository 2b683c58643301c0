import { Schema } from "effect"
import { type ActorUuid, WorkspaceUuid } from "./Ids.ts"

/** A tenant. Its name is unique in one store. */
export const Workspace = Schema.Struct({ uuid: WorkspaceUuid, name: Schema.String })
export type Workspace = typeof Workspace.Type

/** Who asks, and for which workspace (A1). */
export interface Caller {
  readonly workspace: WorkspaceUuid
  readonly actor: ActorUuid
}
