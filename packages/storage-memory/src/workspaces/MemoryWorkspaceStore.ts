import { compareCodePoints, ExistingWorkspaces, WorkspaceStore } from "@rollcall/core/storage"
import { Layer, Option } from "effect"
import { storeLayer } from "../database/Database.ts"
import { singlePartition } from "../database/Tables.ts"

const layerStore = storeLayer(WorkspaceStore, ({ read, write }) => ({
  ensure: (name, candidate) =>
    write(({ workspaces }) => {
      const workspace = workspaces.get(singlePartition, name) ?? { uuid: candidate, name }
      workspaces.set(singlePartition, name, workspace)
      return workspace
    }),

  find: (name) => read(({ workspaces }) => Option.fromUndefinedOr(workspaces.get(singlePartition, name))),

  list: read(({ workspaces }) => workspaces.all().toSorted((a, b) => compareCodePoints(a.name, b.name))),

  settings: (workspace) =>
    read(({ workspaceSettings }) => Option.fromUndefinedOr(workspaceSettings.get(singlePartition, workspace))),

  putSettings: (workspace, settings) =>
    write(({ workspaceSettings }) => workspaceSettings.set(singlePartition, workspace, settings))
}))

const layerExisting = storeLayer(ExistingWorkspaces, ({ read }) => ({
  has: (uuid) => read(({ workspaces }) => workspaces.all().some((workspace) => workspace.uuid === uuid))
}))

/** The two ports of workspaces. */
export const layer = Layer.merge(layerStore, layerExisting)
