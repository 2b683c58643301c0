import type { WorkspaceUuid } from "@rollcall/core"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"

// A count is the sum of one or more rows, added by the statements that write counted rows or by triggers.

const total = ({ sql }: Pick<Db, "sql">) => sql.literal("CAST(coalesce(sum(contacts), 0) AS bigint) AS total")

/** Returns a SELECT of the number of contacts in a workspace, as `total`. */
export const contactCount = (db: Db, workspace: WorkspaceUuid): Statement.Fragment =>
  db.sql`SELECT ${total(db)} FROM ${db.table("contact_counts")} WHERE workspace_uuid = ${workspace}`

/** Returns a SELECT of the number of contacts with a value in a custom field, as `total`. */
export const valueCount = (
  db: Pick<Db, "sql" | "table">,
  workspace: WorkspaceUuid,
  field: string
): Statement.Fragment => db.sql`
  SELECT ${total(db)} FROM ${db.table("value_counts")} WHERE workspace_uuid = ${workspace} AND field_uuid = ${field}`

/** Returns a SELECT of the number of unarchived contacts on a list, as `total`. */
export const memberCount = (
  db: Db,
  workspace: Statement.Fragment,
  list: Statement.Fragment
): Statement.Fragment => db.sql`
  SELECT ${total(db)} FROM ${db.table("member_counts")} AS counted
  WHERE counted.workspace_uuid = ${workspace} AND counted.list_uuid = ${list}`
