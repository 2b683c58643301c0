import { Schema } from "effect"
import { ActorUuid, WorkspaceUuid } from "./Ids.ts"

/** A tenant. Its name is unique in one store. */
export const Workspace = Schema.Struct({ uuid: WorkspaceUuid, name: Schema.String })
export type Workspace = typeof Workspace.Type

/** Who asks, and for which workspace (A1). */
export interface Caller {
  readonly workspace: WorkspaceUuid
  readonly actor: ActorUuid
}

/** The caller of a program that acts for itself in a workspace. Its actor is the nil UUID. */
export const systemCaller = (workspace: WorkspaceUuid): Caller => ({ workspace, actor: systemActor })

const systemActor = ActorUuid.make("00000000-0000-0000-0000-000000000000")
