import { Workspace, WorkspaceSettings } from "@rollcall/core/people"
import { ExistingWorkspaces, WorkspaceStore } from "@rollcall/core/storage"
import { Effect, Layer, Option, Schema } from "effect"
import { storeLayer } from "../database/Database.ts"
import { firstOf, hasRow, oneOf, readAs, rowsOf } from "../database/Rows.ts"

const ensured = oneOf(Workspace)
const workspace = firstOf(Workspace)
const workspaces = rowsOf(Workspace)

const Settings = Schema.fromJsonString(WorkspaceSettings)
const encode = Schema.encodeSync(Settings)
const stored = readAs(
  firstOf(Schema.Struct({ settings: Settings })),
  Option.map(({ settings }) => settings)
)

const layerStore = storeLayer(WorkspaceStore, (db) => {
  const { run, sql, table } = db
  return {
    // The UPDATE is only there so that RETURNING returns an existing row.
    ensure: (name, candidate) =>
      ensured(db)(sql`
        INSERT INTO ${table("workspaces")} (uuid, name) VALUES (${candidate}, ${name})
        ON CONFLICT (name) DO UPDATE SET name = excluded.name
        RETURNING uuid, name`),

    find: (name) => workspace(db)(sql`SELECT uuid, name FROM ${table("workspaces")} WHERE name = ${name}`),

    list: Effect.withSpan(
      workspaces(db)(sql`SELECT uuid, name FROM ${table("workspaces")} ORDER BY name`),
      "WorkspaceStore.list"
    ),

    settings: (workspace) =>
      stored(db)(sql`SELECT settings FROM ${table("workspace_settings")} WHERE workspace_uuid = ${workspace}`),

    putSettings: (workspace, settings) =>
      run(sql`
        INSERT INTO ${table("workspace_settings")} (workspace_uuid, settings) VALUES (${workspace}, ${encode(settings)})
        ON CONFLICT (workspace_uuid) DO UPDATE SET settings = excluded.settings`)
  }
})

const layerExisting = storeLayer(ExistingWorkspaces, (db) => ({
  has: (uuid) => hasRow(db)(db.sql`SELECT uuid FROM ${db.table("workspaces")} WHERE uuid = ${uuid}`)
}))

export const layer = Layer.merge(layerStore, layerExisting)
