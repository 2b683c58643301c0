import { Workspace, WorkspaceSettings } from "@rollcall/core/people"
import { ExistingWorkspaces, WorkspaceStore } from "@rollcall/core/storage"
import { Effect, Layer, Option, Schema } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { firstOf, oneOf, rowsOf } from "../database/Rows.ts"

type Store = WorkspaceStore["Service"]

const workspace = oneOf(Workspace)
const oneWorkspace = firstOf(Workspace)
const everyWorkspace = rowsOf(Workspace)

const Settings = Schema.fromJsonString(WorkspaceSettings)
const stored = firstOf(Schema.Struct({ settings: Settings }))
const encode = Schema.encodeSync(Settings)

/**
 * Returns the workspace with the name, and creates it if necessary. The UPDATE is only there so that RETURNING returns an
 * existing row.
 */
const ensure = (db: Db): Store["ensure"] => {
  const { sql, table } = db
  return (name, candidate) =>
    workspace(
      db,
      sql`
        INSERT INTO ${table("workspaces")} (uuid, name) VALUES (${candidate}, ${name})
        ON CONFLICT (name) DO UPDATE SET name = excluded.name
        RETURNING uuid, name`
    )
}

const find =
  (db: Db): Store["find"] =>
  (name) =>
    oneWorkspace(db, db.sql`SELECT uuid, name FROM ${db.table("workspaces")} WHERE name = ${name}`)

const list = (db: Db): Store["list"] =>
  everyWorkspace(db, db.sql`SELECT uuid, name FROM ${db.table("workspaces")} ORDER BY name`).pipe(
    Effect.withSpan("WorkspaceStore.list")
  )

const settings =
  (db: Db): Store["settings"] =>
  (workspace) =>
    Effect.map(
      stored(db, db.sql`SELECT settings FROM ${db.table("workspace_settings")} WHERE workspace_uuid = ${workspace}`),
      Option.map(({ settings }) => settings)
    )

const putSettings =
  ({ mapErrors, sql, table }: Db): Store["putSettings"] =>
  (workspace, settings) =>
    Effect.asVoid(
      mapErrors(sql`
        INSERT INTO ${table("workspace_settings")} (workspace_uuid, settings) VALUES (${workspace}, ${encode(settings)})
        ON CONFLICT (workspace_uuid) DO UPDATE SET settings = excluded.settings`)
    )

const layerStore = Layer.effect(
  WorkspaceStore,
  Effect.map(Database, (db) =>
    WorkspaceStore.of({
      ensure: ensure(db),
      find: find(db),
      list: list(db),
      settings: settings(db),
      putSettings: putSettings(db)
    })
  )
)

const has =
  (db: Db): ExistingWorkspaces["Service"]["has"] =>
  (uuid) =>
    Effect.map(
      oneWorkspace(db, db.sql`SELECT uuid, name FROM ${db.table("workspaces")} WHERE uuid = ${uuid}`),
      Option.isSome
    )

const layerExisting = Layer.effect(
  ExistingWorkspaces,
  Effect.map(Database, (db) => ExistingWorkspaces.of({ has: has(db) }))
)

export const layer = Layer.merge(layerStore, layerExisting)
