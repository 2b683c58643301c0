import { Contact } from "@rollcall/core"
import { digitForms, identifierKeys, phoneNames } from "@rollcall/core/contacts"
import type { ValueChange } from "@rollcall/core/custom-fields"
import { type SnakeCase, snakeKeys } from "@rollcall/core/shared"
import { searchable, textNames } from "@rollcall/core/storage"
import { Effect, Record, Struct } from "effect"
import { type Cell, type Columns, type Connection, insertion, parse, type Row } from "./Connection.ts"
import { listsOf } from "./Postgres.ts"

const { uuid, workspaceUuid, ...fields } = snakeKeys(Struct.keys(Contact.fields))

/** The columns of a contact that a reader gets. */
export const readColumns = [workspaceUuid, uuid, ...Object.values(fields)].join(", ")

/** The columns of texts in folded form. */
export const foldedColumns = Object.values(snakeKeys(textNames)).map((column) => `${column}_folded`)

/** The columns of identifiers as they are matched. */
const keyColumns = ["email_key", "phone_number_key", "chatapp_id_key"] as const

/** The columns of the digits of phone numbers. */
const digitsColumns = Object.values(snakeKeys(phoneNames)).map((column) => `${column}_digits`)

type Folded = `${SnakeCase<(typeof textNames)[number]>}_folded`
type Digits = `${SnakeCase<(typeof phoneNames)[number]>}_digits`
type Key = (typeof keyColumns)[number]
type ContactRow = Row & Readonly<Record<SnakeCase<keyof Contact> | Folded | Digits | Key | "unaccented", Cell>>

const typeOf = (column: string): Columns[string] => {
  if (column === "uuid" || column === "workspace_uuid") return "uuid"
  if (column === "archived") return "integer"
  return column.endsWith("_at") ? "bigint" : "text"
}

/** Every column of `contacts` that is written. */
export const contactColumns: Columns = Object.fromEntries(
  [...readColumns.split(", "), ...foldedColumns, ...digitsColumns, "unaccented", ...keyColumns].map((column) => [
    column,
    typeOf(column)
  ])
)

const ownValueColumns = { field_uuid: "uuid", ordinal: "integer", text: "text", number: "double" } as const

/** Every column of `contact_values` that is written. */
export const valueColumns: Columns = { workspace_uuid: "uuid", contact_uuid: "uuid", ...ownValueColumns }

/** A contact as a row of `contacts`, written out for speed. */
export const contactRow = (contact: Contact): ContactRow => {
  const { instant, text } = searchable(contact, identifierKeys(digitForms, contact))
  return {
    workspace_uuid: contact.workspaceUuid,
    uuid: contact.uuid,
    first_name: contact.firstName,
    last_name: contact.lastName,
    external_contact_id: contact.externalContactId,
    email: contact.email,
    phone_number: contact.phoneNumber,
    chatapp_id: contact.chatappId,
    socialmsg_id: contact.socialmsgId,
    client_reference: contact.clientReference,
    archived: contact.archived ? 1 : 0,
    created_at: instant["createdAt"] ?? null,
    updated_at: instant["updatedAt"] ?? null,
    last_engaged_at: instant["lastEngagedAt"] ?? null,
    custom_fields: JSON.stringify(contact.customFields),
    first_name_folded: text["firstName"] ?? null,
    last_name_folded: text["lastName"] ?? null,
    email_folded: text["email"] ?? null,
    phone_number_folded: text["phoneNumber"] ?? null,
    chatapp_id_folded: text["chatappId"] ?? null,
    socialmsg_id_folded: text["socialmsgId"] ?? null,
    external_contact_id_folded: text["externalContactId"] ?? null,
    client_reference_folded: text["clientReference"] ?? null,
    phone_number_digits: text["phoneNumber.digits"] ?? null,
    chatapp_id_digits: text["chatappId.digits"] ?? null,
    unaccented: text["unaccented"] ?? null,
    email_key: text["email.key"] ?? null,
    phone_number_key: text["phoneNumber.key"] ?? null,
    chatapp_id_key: text["chatappId.key"] ?? null
  }
}

/** The values of a contact as rows of `contact_values`. */
export const valueRows = (contact: Contact, values: ReadonlyArray<ValueChange>): ReadonlyArray<Row> =>
  values.flatMap(({ entries, field }) =>
    entries.map((entry, ordinal) => ({
      workspace_uuid: contact.workspaceUuid,
      contact_uuid: contact.uuid,
      field_uuid: field,
      ordinal,
      text: "text" in entry ? entry.text : null,
      number: "number" in entry ? entry.number : null
    }))
  )

/**
 * Counts new contacts, which are the table `added`, as the library does: a row is added, and about each 50th time all are
 * replaced by their sum. A subquery, and the statement that inserts.
 */
export const countingOf = (added: string) =>
  [
    `merged AS (
      DELETE FROM contact_counts AS counted USING (
        SELECT workspace_uuid, sequence FROM contact_counts
        WHERE (SELECT random()) < 0.02 AND workspace_uuid IN (SELECT workspace_uuid FROM ${added})
        FOR UPDATE SKIP LOCKED
      ) AS chosen
      WHERE counted.workspace_uuid = chosen.workspace_uuid AND counted.sequence = chosen.sequence
      RETURNING counted.workspace_uuid, counted.contacts
    )`,
    `INSERT INTO contact_counts (workspace_uuid, contacts)
    SELECT workspace_uuid, sum(contacts) FROM (
      SELECT workspace_uuid, 1 AS contacts FROM ${added} UNION ALL SELECT workspace_uuid, contacts FROM merged
    ) AS changes GROUP BY workspace_uuid`
  ] as const

/** Inserts a contact with its values in one transaction, which on PostgreSQL is one statement. */
export const contactInsertion = (connection: Connection) => {
  const contacts = insertion("contacts", contactColumns)
  if (connection.dialect === "sqlite") {
    const insertContact = connection.prepareRows(contacts)
    const insertValues = connection.prepareRows(insertion("contact_values", valueColumns))
    return (contact: Row, values: ReadonlyArray<Row>) =>
      Effect.all([connection.begin, insertContact([contact]), insertValues(values), connection.commit], {
        discard: true
      })
  }
  const names = Object.keys(contactColumns)
  const fixed = { workspace_uuid: "$1", contact_uuid: "$2" }
  const values = insertion("contact_values", ownValueColumns, fixed, names.length + 1)
  const contact = `contact AS (${contacts.one} RETURNING workspace_uuid)`
  const [merged, count] = countingOf("contact")
  const insertContact = connection.prepare(`WITH ${contact}, ${merged} ${count}`)
  const insertBoth = connection.prepare(`
    WITH ${contact}, ${merged}, counted AS (${count}), value AS (${values.many} RETURNING workspace_uuid, field_uuid, ordinal)
    INSERT INTO value_counts (workspace_uuid, field_uuid, contacts)
    SELECT workspace_uuid, field_uuid, 1 FROM value WHERE ordinal = 0`)
  return (contact: Row, values: ReadonlyArray<Row>) => {
    const cells = names.map((name) => contact[name] ?? null)
    const insert =
      values.length === 0 ? insertContact(cells) : insertBoth([...cells, ...listsOf(ownValueColumns, values)])
    return Effect.asVoid(insert)
  }
}

/** What two contacts never share. */
const own = new Set(["id", "uuid", "contact_uuid", "created_at", "updated_at"])

/** Reads every row of a contact, without what two contacts never share. Databases write JSON in their own way. */
export const rowsOfContact = (connection: Connection) => {
  const find = connection.prepare("SELECT * FROM contacts WHERE uuid = $1")
  const values = connection.prepare("SELECT * FROM contact_values WHERE contact_uuid = $1 ORDER BY field_uuid, ordinal")
  return Effect.fnUntraced(function* (uuid: string) {
    const rows = [...(yield* find([uuid])), ...(yield* values([uuid]))]
    return rows.map((row) =>
      Record.map(row, (cell, column) =>
        own.has(column) ? null : column === "custom_fields" ? parse(String(cell)) : cell
      )
    )
  })
}
