import { Context, type Option } from "effect"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { Workspace } from "./Workspace.ts"
import type { WorkspaceSettings } from "./WorkspaceSettings.ts"

/** Port: workspaces, their names and their settings. */
export class WorkspaceStore extends Context.Service<
  WorkspaceStore,
  {
    /**
     * Returns the workspace with this name, or creates the workspace with the uuid `candidate`. Concurrent callers get the
     * same workspace.
     */
    readonly ensure: (name: string, candidate: WorkspaceUuid) => StorageEffect<Workspace>

    /** Returns the workspace with exactly this name. */
    readonly find: (name: string) => StorageEffect<Option.Option<Workspace>>

    /** Returns every workspace, ordered by name. */
    readonly list: StorageEffect<ReadonlyArray<Workspace>>

    /** Returns the settings of a workspace, or `None` if they were never set. */
    readonly settings: (workspace: WorkspaceUuid) => StorageEffect<Option.Option<WorkspaceSettings>>

    /** Replaces the settings of a workspace. */
    readonly putSettings: (workspace: WorkspaceUuid, settings: WorkspaceSettings) => StorageEffect<void>
  }
>()("@rollcall/core/people/workspaces/WorkspaceStore") {}
