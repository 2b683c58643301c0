import type { WorkspaceUuid } from "@rollcall/core"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"

// Each count is the sum of one or more rows, which statements that write counted rows add, or triggers of the database.

const total = ({ sql }: Pick<Db, "sql">) => sql.literal("CAST(coalesce(sum(contacts), 0) AS bigint) AS total")

/** A SELECT of the number of all contacts of a workspace as `total`. */
export const contactCount = (db: Db, workspace: WorkspaceUuid): Statement.Fragment =>
  db.sql`SELECT ${total(db)} FROM ${db.table("contact_counts")} WHERE workspace_uuid = ${workspace}`

/** A SELECT of the number of contacts of a workspace that have a value in a custom field as `total`. */
export const valueCount = (
  db: Pick<Db, "sql" | "table">,
  workspace: WorkspaceUuid,
  field: string
): Statement.Fragment => db.sql`
  SELECT ${total(db)} FROM ${db.table("value_counts")} WHERE workspace_uuid = ${workspace} AND field_uuid = ${field}`

/** A SELECT of the number of contacts on a list that are not archived as `total`. */
export const memberCount = (
  db: Db,
  workspace: Statement.Fragment,
  list: Statement.Fragment
): Statement.Fragment => db.sql`
  SELECT ${total(db)} FROM ${db.table("member_counts")} AS counted
  WHERE counted.workspace_uuid = ${workspace} AND counted.list_uuid = ${list}`
