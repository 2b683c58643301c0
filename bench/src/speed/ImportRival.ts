import { ContactUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import type { ImportRow } from "@rollcall/core/people"
import { DateTime, Effect } from "effect"
import type { SqlError } from "effect/sql"
import { type Columns, type Connection, given, listsOf, numbered, type Row } from "./Connection.ts"
import { contactColumns, contactRow, valueColumns, valueRows } from "./ContactRows.ts"
import { indexedContact, type Population, workspace } from "./Population.ts"

/** Returns the database rows of a new contact. For an existing contact, some of their cells are used. */
export const asRecord = Effect.fnUntraced(function* (known: Population["fields"], { customFields, fields }: ImportRow) {
  const uuid = ContactUuid.make(yield* nextId)
  const { contact, values } = indexedContact(known, { fields, values: customFields }, uuid, yield* DateTime.now)
  return { contact: contactRow(contact), values: valueRows(contact, values) }
})

/**
 * Inserts new contacts and updates existing ones with the same email, including their values, in an open transaction.
 */
type Write = (
  records: ReadonlyArray<Effect.Success<ReturnType<typeof asRecord>>>
) => Effect.Effect<void, SqlError.SqlError>

/** Returns a handwritten import that matches on email. */
export const importByHand = (connection: Connection): Write =>
  connection.dialect === "sqlite" ? onSqlite(connection) : onPostgres(connection)

/** The columns that a row changes on an existing contact. Custom fields are merged. */
const changed =
  `first_name, last_name, email, phone_number, first_name_folded, last_name_folded, email_folded, phone_number_folded,
  first_name_order, last_name_order, phone_number_digits, unaccented, phone_number_key, email_key, updated_at`.split(
    /,\s+/
  )

/**
 * Runs statements for each row, because SQLite needs no round trip, and unpacking JSON takes longer. A value is deleted
 * and inserted again, because its trigrams are updated only by inserts and deletes.
 */
const onSqlite = ({ prepare }: Connection): Write => {
  const find = prepare("SELECT uuid FROM contacts WHERE workspace_uuid = $1 AND email_key = $2")
  const assignments = changed.map((column, index) => `${column} = $${index + 4}`)
  const update = prepare(`
    UPDATE contacts SET ${assignments.join()}, custom_fields = json_patch(custom_fields, $3)
    WHERE workspace_uuid = $1 AND uuid = $2`)
  const remove = prepare(
    "DELETE FROM contact_values WHERE workspace_uuid = $1 AND contact_uuid = $2 AND field_uuid = $3"
  )
  const inserting = (table: string, columns: Columns) => {
    const names = Object.keys(columns)
    const insert = prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${numbered(columns)})`)
    return (row: Row) => insert(names.map((name) => row[name] ?? null))
  }
  const insertContact = inserting("contacts", contactColumns)
  const insertValue = inserting("contact_values", valueColumns)
  const write = Effect.fnUntraced(function* ({ contact, values }: Parameters<Write>[0][number]) {
    const [existing] = yield* find([workspace, contact["email_key"] ?? null])
    if (existing === undefined) {
      yield* insertContact(contact)
      for (const value of values) yield* insertValue(value)
      return
    }
    const uuid = String(existing["uuid"])
    const cells = changed.map((column) => contact[column] ?? null)
    yield* update([workspace, uuid, contact["custom_fields"] ?? null, ...cells])
    for (const value of values) {
      yield* remove([workspace, uuid, value["field_uuid"] ?? null])
      yield* insertValue({ ...value, contact_uuid: uuid })
    }
  })
  return (records) => Effect.forEach(records, write, { discard: true })
}

const entryColumns: Columns = { contact_uuid: "uuid", field_uuid: "uuid", text: "text", number: "double" }

/**
 * Writes everything with one statement. Several contacts can have the same email, so no unique index exists for ON
 * CONFLICT. Existing contacts are joined through the email index. Each value has one entry here, which replaces the
 * previous one.
 */
const onPostgres = ({ prepare }: Connection): Write => {
  const names = Object.keys(contactColumns)
  const write = prepare(`
    WITH given AS MATERIALIZED (
      SELECT given.*, contacts.uuid AS known FROM ${given(contactColumns, 2)}
      LEFT JOIN contacts ON contacts.workspace_uuid = $1 AND contacts.email_key_beginning = left(given.email_key, 500)
        AND contacts.email_key = given.email_key
    ), changed AS (
      UPDATE contacts SET ${changed.map((column) => `${column} = given.${column}`).join()},
        custom_fields = (contacts.custom_fields::jsonb || given.custom_fields::jsonb)::text
      FROM given WHERE contacts.workspace_uuid = $1 AND contacts.uuid = given.known
    ), added AS (
      INSERT INTO contacts (${names.join()}) SELECT ${names.join()} FROM given WHERE known IS NULL
      RETURNING workspace_uuid
    ), counted AS (
      INSERT INTO contact_counts (workspace_uuid, contacts)
      SELECT workspace_uuid, count(*) FROM added GROUP BY workspace_uuid
    ), valued AS (
    INSERT INTO contact_values (workspace_uuid, contact_uuid, field_uuid, ordinal, text, number)
    SELECT $1, coalesce(given.known, given.uuid), value.field_uuid, 0, value.text, value.number
    FROM ${given(entryColumns, 2 + names.length, "value")} JOIN given ON given.uuid = value.contact_uuid
    ON CONFLICT (workspace_uuid, contact_uuid, field_uuid, ordinal)
      DO UPDATE SET text = excluded.text, number = excluded.number
      RETURNING workspace_uuid, contact_uuid, field_uuid
    )
    INSERT INTO value_counts (workspace_uuid, field_uuid, contacts)
    SELECT workspace_uuid, field_uuid, count(*) FROM valued
    WHERE NOT EXISTS (
      SELECT FROM contact_values AS stored
      WHERE stored.workspace_uuid = valued.workspace_uuid AND stored.contact_uuid = valued.contact_uuid
        AND stored.field_uuid = valued.field_uuid
    )
    GROUP BY workspace_uuid, field_uuid`)
  return (records) => {
    const contacts = records.map(({ contact }) => contact)
    const values = records.flatMap((record) => record.values)
    return Effect.asVoid(write([workspace, ...listsOf(contactColumns, contacts), ...listsOf(entryColumns, values)]))
  }
}
