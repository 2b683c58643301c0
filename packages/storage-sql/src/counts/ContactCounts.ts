import { Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { type CountChange, countingSubqueries } from "./CountedWrites.ts"

/** The subqueries that count the contacts that a statement inserts, which are the table `written`, and their values. */
export const countingNew = (db: Db, values: Statement.Fragment | null) => {
  const { sql } = db
  const contacts = {
    table: "contact_counts",
    changes: sql.literal("SELECT workspace_uuid, 1 AS contacts FROM written")
  } as const
  if (values === null) return countingSubqueries(db, [contacts])
  return Effect.map(countingSubqueries(db, [contacts, valueChanges(db, "new_values", 1)]), (counting) => [
    sql`new_values AS (${values} RETURNING workspace_uuid, field_uuid, ordinal)`,
    ...counting
  ])
}

/** What entries change of the counts of values. A contact that has a value in a field has one entry with the ordinal 0. */
export const valueChanges = ({ sql }: Db, entries: string, sign: 1 | -1): CountChange => ({
  table: "value_counts",
  changes: sql.literal(`SELECT workspace_uuid, field_uuid, ${sign} AS contacts FROM ${entries} WHERE ordinal = 0`)
})

/** What a change of members adds to the counts of lists: the rows have whether the contact is archived. */
export const memberChanges = ({ sql }: Db, members: string, sign: 1 | -1): CountChange => ({
  table: "member_counts",
  changes: sql.literal(`SELECT workspace_uuid, list_uuid, ${sign} * (1 - is_archived) AS contacts FROM ${members}`)
})

/** What a statement that changes contacts returns of each, for {@link countingChanged}. */
export const changedColumns = ["archived", "phone_number_key", "chatapp_id_key"] as const

/**
 * The subqueries that follow the contacts that a statement changes, which are the table `written`: lists count those that
 * are not archived (L3), and the addresses that contacts had are kept. Others of the same statement see the contacts as they
 * were before it; no transaction changes them meanwhile, as they were locked by an earlier statement.
 */
export const countingChanged = (db: Db) => {
  const { sql, table } = db
  const members = {
    table: "member_counts",
    changes: sql`
      SELECT member.workspace_uuid, list_uuid, was.archived - is_archived AS contacts
      FROM was JOIN ${table("contact_list_members")} AS member
        ON member.workspace_uuid = was.workspace_uuid AND member.contact_uuid = was.uuid
      WHERE was.archived <> is_archived`
  } as const
  return Effect.map(countingSubqueries(db, [members]), (counting) => [
    sql`was AS MATERIALIZED (
      SELECT contact.workspace_uuid, contact.uuid, contact.archived, contact.phone_number_key, contact.chatapp_id_key,
        written.archived AS is_archived, written.phone_number_key AS has_phone_number,
        written.chatapp_id_key AS has_chatapp_id
      FROM written JOIN ${table("contacts")} AS contact
        ON contact.workspace_uuid = written.workspace_uuid AND contact.uuid = written.uuid
      WHERE contact.archived <> written.archived
        OR contact.phone_number_key IS DISTINCT FROM written.phone_number_key
        OR contact.chatapp_id_key IS DISTINCT FROM written.chatapp_id_key
    )`,
    sql`kept_addresses AS (
      INSERT INTO ${table("former_addresses")} (workspace_uuid, contact_uuid, address)
      SELECT workspace_uuid, uuid, had
      FROM was CROSS JOIN LATERAL (SELECT phone_number_key AS had UNION SELECT chatapp_id_key) AS addresses
      WHERE had IS NOT NULL AND had IS DISTINCT FROM has_phone_number AND had IS DISTINCT FROM has_chatapp_id
      ON CONFLICT DO NOTHING
    )`,
    ...counting
  ])
}
