import type { PageRequest } from "@rollcall/core"
import { Effect, Result } from "effect"
import { PgTypes } from "@effect/sql-pg"
import type { Bare } from "../stores/Arena.ts"

/** What hand-written SQL finds. */
export interface Found {
  readonly total: number
  readonly rows: ReadonlyArray<{ readonly [column: string]: unknown }>
}

const columns = "uuid, broadcast_uuid, position, identifier, client_reference, status, error, delivered_at, updated_at"

const found = (rows: Found["rows"]): Found => ({ total: Number(rows[0]?.["total"] ?? 0), rows })

const one = "workspace_uuid = $1 AND broadcast_uuid = $2"

/** Positions are dense: the page is a range of them, and the last one is how many there are. */
const pageSql = `
  SELECT ${columns}, (SELECT max(position) FROM broadcast_recipients WHERE ${one}) AS total
  FROM broadcast_recipients WHERE ${one} AND position > $3 ORDER BY position LIMIT $4`

export const pageByHand = (
  bare: Bare,
  { broadcast, workspace }: { readonly broadcast: string; readonly workspace: string },
  { limit, offset }: PageRequest
) => {
  const parameters = [workspace, broadcast, offset, limit]
  if (bare.dialect === "postgres") return Effect.map(bare.query(pageSql, parameters), ({ rows }) => found(rows))
  const statement = bare.db.prepare(pageSql.replace(/\$(\d)/g, "?$1"))
  return Effect.sync(() => found(statement.all(...parameters)))
}

const statusesSql = (among: string) => `
  SELECT ${columns}, count(*) OVER () AS total FROM broadcast_recipients
  WHERE workspace_uuid = $1 AND client_reference ${among} ORDER BY updated_at, uuid LIMIT 1000`

export const statusesByHand = (bare: Bare, workspace: string, references: ReadonlyArray<string>) => {
  if (bare.dialect === "postgres") {
    return Effect.suspend(() => {
      const list = Result.getOrThrow(PgTypes.array(references, PgTypes.OID.text))
      return Effect.map(bare.query(statusesSql("= ANY ($2)"), [workspace, list]), ({ rows }) => found(rows))
    })
  }
  const statement = bare.db.prepare(statusesSql("IN (SELECT value FROM json_each($2))").replace(/\$(\d)/g, "?$1"))
  return Effect.sync(() => found(statement.all(workspace, JSON.stringify(references))))
}
