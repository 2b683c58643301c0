import { ContactList } from "@rollcall/core"
import { fold } from "@rollcall/core/shared"
import { Schema } from "effect"
import { memberCount } from "../counts/Counts.ts"
import type { Db } from "../database/Database.ts"

const Instant = Schema.DateTimeUtcFromMillis

/** A list as a row of `contact_lists`, with the count of its members. */
export const ContactListRow = Schema.Struct({
  ...ContactList.fields,
  createdAt: Instant,
  updatedAt: Instant
}).pipe(
  Schema.encodeKeys({
    workspaceUuid: "workspace_uuid",
    createdBy: "created_by",
    updatedBy: "updated_by",
    createdAt: "created_at",
    updatedAt: "updated_at"
  })
)

const columns = [
  "uuid",
  "workspace_uuid",
  "name",
  "status",
  "emoji",
  "created_by",
  "updated_by",
  "created_at",
  "updated_at"
] as const

/**
 * The columns of a {@link ContactListRow}, for a SELECT on `contact_lists`. A subquery reads the count of the members
 * (L3), so that a list and its count are of one snapshot.
 */
export const countedList = (db: Db) => {
  const { sql } = db
  const count = memberCount(db, sql`contact_lists.workspace_uuid`, sql`contact_lists.uuid`)
  return sql`${sql.csv(columns)}, (${count}) AS count`
}

const encode = Schema.encodeSync(ContactListRow)

/** The row of a list with all columns. The count is not stored. */
export const listRecord = (list: ContactList) => {
  const { count: _, ...record } = encode(list)
  return { ...record, name_folded: fold(list.name) }
}
