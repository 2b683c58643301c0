import { Workspace } from "@rollcall/core/workspaces"
import { WorkspaceStore } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { firstOf, oneOf, rowsOf } from "../database/Rows.ts"

type Store = WorkspaceStore["Service"]

const workspace = oneOf(Workspace)
const workspaceNamed = firstOf(Workspace)
const everyWorkspace = rowsOf(Workspace)

/**
 * Returns the workspace of the name, and stores it first if there is none. The UPDATE only makes RETURNING return the
 * row.
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
    workspaceNamed(db, db.sql`SELECT uuid, name FROM ${db.table("workspaces")} WHERE name = ${name}`)

const list = (db: Db): Store["list"] =>
  everyWorkspace(db, db.sql`SELECT uuid, name FROM ${db.table("workspaces")} ORDER BY name`).pipe(
    Effect.withSpan("WorkspaceStore.list")
  )

/** The {@link WorkspaceStore} port over the table `workspaces`. */
export const layer = Layer.effect(
  WorkspaceStore,
  Effect.map(Database, (db) => WorkspaceStore.of({ ensure: ensure(db), find: find(db), list: list(db) }))
)
