import { Effect } from "effect"
import type { Query } from "../stores/Arena.ts"
import { listing } from "../stores/PostgresLists.ts"
import { contactColumns } from "../stores/Rows.ts"
import { changedColumns } from "./ImportedPeople.ts"
import type { ImportRival } from "./ImportRival.ts"

const typeOf = (column: string) => {
  if (column === "uuid" || column === "workspace_uuid") return "uuid"
  if (column === "archived") return "integer"
  return column.endsWith("_at") ? "bigint" : "text"
}

const contacts = listing(Object.fromEntries(contactColumns.map((column) => [column, typeOf(column)])))
const values = listing({ contact_uuid: "uuid", field_uuid: "uuid", text: "text", number: "double" })

/**
 * One statement for everything. An e-mail may be on several contacts, so no unique index is there for an ON CONFLICT:
 * who is there is joined by the index of e-mails. Each value has one entry here, so it can be put in the place of the
 * one before.
 */
const statement = `
  WITH given AS MATERIALIZED (
    SELECT given.*, contacts.uuid AS known FROM ${contacts.given("given", 2)}
    LEFT JOIN contacts ON contacts.workspace_uuid = $1 AND left(contacts.email_key, 500) = left(given.email_key, 500)
      AND contacts.email_key = given.email_key
  ), changed AS (
    UPDATE contacts SET ${changedColumns.map((column) => `${column} = given.${column}`).join()},
      custom_fields = (contacts.custom_fields::jsonb || given.custom_fields::jsonb)::text
    FROM given WHERE contacts.workspace_uuid = $1 AND contacts.uuid = given.known
  ), added AS (
    INSERT INTO contacts (${contactColumns.join()})
    SELECT ${contactColumns.join()} FROM given WHERE known IS NULL
  )
  INSERT INTO contact_values (workspace_uuid, contact_uuid, field_uuid, ordinal, text, number)
  SELECT $1, coalesce(given.known, given.uuid), value.field_uuid, 0, value.text, value.number
  FROM ${values.given("value", 2 + contactColumns.length)} JOIN given ON given.uuid = value.contact_uuid
  ON CONFLICT (workspace_uuid, contact_uuid, field_uuid, ordinal)
    DO UPDATE SET text = excluded.text, number = excluded.number`

export const postgresImport = (query: Query, workspace: string): ImportRival => ({
  write: (records) =>
    query(statement, [
      workspace,
      ...contacts.parameters(records.map(({ contact }) => contact)),
      ...values.parameters(records.flatMap((record) => record.values))
    ]),
  holders: (emails) =>
    Effect.map(
      query(
        `SELECT uuid FROM contacts
         WHERE workspace_uuid = $1 AND email_key IN (SELECT json_array_elements_text($2)) ORDER BY email_key`,
        [workspace, JSON.stringify(emails)]
      ),
      ({ rows }) => rows.map(({ uuid }) => String(uuid))
    ),
  begin: query("BEGIN"),
  commit: query("COMMIT"),
  rollBack: query("ROLLBACK")
})
