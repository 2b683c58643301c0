import { ContactList } from "@rollcall/core"
import { fold } from "@rollcall/core/storage"
import { Schema } from "effect"
import type { Db } from "../shared/Database.ts"

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
 * The columns of a {@link ContactListRow}, for a SELECT on `contact_lists`. A subquery counts the members, so that a
 * list and its count are of one snapshot. It counts all members and subtracts the archived ones, which are few: that is
 * faster than to test every member (L3).
 */
export const countedList = ({ sql, table }: Db) => sql`${sql.csv(columns)}, (
  SELECT count(*) FROM ${table("contact_list_members")} AS membership
  WHERE membership.workspace_uuid = contact_lists.workspace_uuid AND membership.list_uuid = contact_lists.uuid
) - (
  SELECT count(*) FROM ${table("contact_list_members")} AS membership
  JOIN ${table("contacts")} AS member
    ON member.workspace_uuid = membership.workspace_uuid AND member.uuid = membership.contact_uuid
  WHERE membership.workspace_uuid = contact_lists.workspace_uuid AND membership.list_uuid = contact_lists.uuid
    AND member.archived = 1
) AS count`

const encode = Schema.encodeSync(ContactListRow)

/** The row of a list with all columns. The count is not stored. */
export const listRecord = (list: ContactList) => {
  const { count: _, ...record } = encode(list)
  return { ...record, name_folded: fold(list.name) }
}
