import type { WorkspaceUuid } from "@rollcall/core"
import type { Selection, SelectionPart } from "@rollcall/core/sending"
import type { Statement } from "effect/sql"
import { contactColumns } from "../contacts/ContactRow.ts"
import { columnTable } from "../database/ColumnTable.ts"
import type { Engine } from "../database/Engine.ts"
import type { Db } from "../database/Database.ts"
import { accessPath } from "../search/AccessPath.ts"
import { lengthOf } from "../search/Strategy.ts"
import { sqlCondition } from "../search/SqlInterpreter.ts"

type Parts = ReadonlyArray<SelectionPart>

/** Returns a SELECT of the contacts of a selection in the order of a walk, with `is_excluded`. */
export const selectContacts = (
  db: Db,
  workspace: WorkspaceUuid,
  { exclude, include }: Selection
): Statement.Statement<unknown> => {
  const { dialect, sql, table } = db
  const { isExcluded, join } = exclusion(db, workspace, exclude)
  return sql`
    SELECT ${contactColumns(db, workspace)}, ${isExcluded} AS is_excluded
    FROM ${table("contacts")}${join}
    WHERE workspace_uuid = ${workspace} AND ${dialect.isNotCancelled("contacts")} AND ${isOneOf(db, workspace, include)}
    ORDER BY created_at, uuid`
}

/**
 * Returns a column that tells whether a contact is excluded, and the join it needs. If a subquery in the column list does
 * not fit into memory, a planner with statistics reruns it for each row; it does not do so for a join. A planner with rules
 * builds an index for the subquery, but not for the join.
 */
const exclusion = (db: Db, workspace: WorkspaceUuid, exclude: Parts) => {
  const { dialect, sql } = db
  if (exclude.length === 0) return { isExcluded: sql.literal("0"), join: sql`` }
  const excluded = unionOf(db, workspace, exclude)
  if (dialect.engine.planner === "rules") return { isExcluded: sql`(contacts.uuid IN (${excluded}))`, join: sql`` }
  const isExcluded = sql.literal("CASE WHEN one IS NULL THEN 0 ELSE 1 END")
  return { isExcluded, join: sql` LEFT JOIN (${excluded}) AS excluded ON one = uuid` }
}

/** Returns the expected length of a search for the parts, and whether it reads a trigram index. */
export const searchOf = (parts: Parts, engine: Engine) => {
  const paths = parts.flatMap((part) => (part._tag === "Satisfying" ? [accessPath(part.condition, engine)] : []))
  const conditions = paths.reduce((sum, path) => sum + path.conditions, 0)
  return { length: lengthOf({ conditions }), usesTrigrams: paths.some(({ usesTrigrams }) => usesTrigrams) }
}

/** Returns a SELECT of the number of contacts in the parts, as `total`. */
export const selectSize = (db: Db, workspace: WorkspaceUuid, include: Parts): Statement.Statement<unknown> => {
  const { dialect, sql, table } = db
  return sql`
    SELECT count(*) AS total FROM ${table("contacts")}
    WHERE workspace_uuid = ${workspace} AND ${dialect.isNotCancelled("contacts")} AND ${isOneOf(db, workspace, include)}`
}

/** Returns the condition that at least one part selects a contact. */
const isOneOf = (db: Db, workspace: WorkspaceUuid, parts: Parts): Statement.Fragment => {
  const { sql } = db
  const [only, ...others] = parts
  if (only === undefined) return sql.literal("FALSE")
  if (others.length === 0 && only._tag === "Satisfying") {
    return sqlCondition({ ...db, workspace }, only.condition, "find").isTrue
  }
  return sql`contacts.uuid IN (${unionOf(db, workspace, parts)})`
}

/** Returns a SELECT of the distinct contacts in the parts, as `one`. */
const unionOf = (db: Db, workspace: WorkspaceUuid, parts: Parts): Statement.Fragment =>
  parts
    .map((part) => db.sql`SELECT DISTINCT one FROM (${uuidsOf(db, workspace, part)}) AS part`)
    .reduce((select, part) => db.sql`${select} UNION ${part}`)

/** Returns a SELECT of the uuids in a part, as `one`. */
const uuidsOf = (db: Db, workspace: WorkspaceUuid, part: SelectionPart): Statement.Fragment => {
  const { dialect, sql, table } = db
  switch (part._tag) {
    case "Satisfying":
      return sql`
        SELECT uuid AS one FROM ${table("contacts")}
        WHERE workspace_uuid = ${workspace} AND ${dialect.isNotCancelled("contacts")}
          AND ${sqlCondition({ ...db, workspace }, part.condition, "find").isTrue}`
    case "Named": {
      const given = columnTable(dialect, "named", "uuid", part.uuids)
      return sql`
        SELECT named AS one FROM ${given}
        UNION ALL ${survivorsOf(db, workspace, sql`SELECT named FROM ${given}`)}`
    }
    case "Recipients": {
      const tied = sql`
        SELECT contact_uuid FROM ${table("broadcast_recipients")}
        WHERE workspace_uuid = ${workspace} AND broadcast_uuid = ${part.broadcast} AND contact_uuid IS NOT NULL
          AND ${sql.in("status", part.statuses)} AND EXISTS (
            SELECT 1 FROM ${table("broadcasts")}
            WHERE workspace_uuid = ${workspace} AND uuid = ${part.broadcast} AND is_complete = 1
          )`
      return sql`
        SELECT contact_uuid AS one FROM (${tied}) AS tied UNION ALL ${survivorsOf(db, workspace, tied)}`
    }
  }
}

/** Returns a SELECT of the survivors of merged contacts, through any number of merges. Merges are few. */
const survivorsOf = ({ sql, table }: Db, workspace: WorkspaceUuid, among: Statement.Fragment) => sql`
  SELECT into_uuid AS one FROM (
    WITH RECURSIVE merged (from_uuid, into_uuid) AS (
      SELECT from_uuid, into_uuid FROM ${table("contact_merges")} WHERE workspace_uuid = ${workspace}
      UNION ALL
      SELECT merged.from_uuid, further.into_uuid FROM merged JOIN ${table("contact_merges")} AS further
        ON further.workspace_uuid = ${workspace} AND further.from_uuid = merged.into_uuid
    )
    SELECT into_uuid FROM merged WHERE from_uuid IN (${among})
  ) AS survivors`
