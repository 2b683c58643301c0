import type { ComponentChildren } from "preact"
import { pathTo } from "../api/Place.ts"
import { Badge } from "../ui/Badge.tsx"
import { Instant } from "../ui/Instant.tsx"
import type { Column } from "../ui/table/Table.tsx"
import type { ContactField, ContactFields } from "./ContactFields.ts"
import { type Contact, writableFields } from "./ContactEntry.ts"
import { Value } from "./Value.tsx"
import { own } from "../reading/Own.ts"
import { readOneOf } from "../reading/Reader.ts"

/** The name of a contact or, without a name, an address. */
export const nameOf = (contact: Contact): string =>
  [contact.first_name, contact.last_name].filter(Boolean).join(" ") || (addressOf(contact) ?? "No name")

const addressOf = ({ chatapp_id, email, external_contact_id, phone_number, socialmsg_id }: Contact) =>
  phone_number ?? chatapp_id ?? email ?? socialmsg_id ?? external_contact_id

const nameColumn: Column<Contact> = {
  key: "first_name",
  title: "Name",
  width: "17rem",
  sortable: true,
  cell: (contact) => (
    <>
      <a href={pathTo(`contacts/${contact.uuid}`)}>{nameOf(contact)}</a>
      {contact.archived && (
        <>
          {" "}
          <Badge>Archived</Badge>
        </>
      )}
    </>
  )
}

/** On a phone a contact has one cell: its name, with an address below. */
const cardColumn: Column<Contact> = {
  ...nameColumn,
  width: "auto",
  cell: (contact) => (
    <div class="contacts-card">
      <div class="cut">{nameColumn.cell(contact)}</div>
      <div class="cut quiet">{addressOf(contact)}</div>
    </div>
  )
}

/** The fields that can be columns, besides the name. */
export const columnFields = (fields: ContactFields): ReadonlyArray<ContactField> =>
  Array.from(fields.values()).filter(({ key }) => !hidden.has(key))

/** Fields without a column: the name has its own column, sets are for filters, and archived contacts have a badge. */
const hidden = new Set(["first_name", "last_name", "client_reference", "archived", "contact_list_uuid", "segment_uuid"])

/** The fields that contacts can be ordered by. */
export const sortFields = (fields: ContactFields): ReadonlyArray<ContactField> =>
  Array.from(fields.values()).filter(({ kind }) => kind !== "set")

/** The columns of the table: the name, and the chosen fields that exist. */
export const columnsOf = (
  chosen: ReadonlyArray<string>,
  fields: ContactFields,
  narrow: boolean
): ReadonlyArray<Column<Contact>> => {
  if (narrow) return [cardColumn]
  const offered = new Map(columnFields(fields).map((field) => [field.key, field]))
  return [nameColumn, ...chosen.flatMap((key) => offered.get(key) ?? []).map(columnOf)]
}

const columnOf = (field: ContactField): Column<Contact> => ({
  key: field.key,
  title: field.title,
  sortable: true,
  ...(isNumber(field) ? { align: "end" as const } : {}),
  cell: (contact) => cellOf(field, contact)
})

const isNumber = ({ kind }: ContactField): boolean => kind === "integer" || kind === "decimal"

const cellOf = ({ custom, key }: ContactField, contact: Contact): ComponentChildren => {
  if (custom === undefined) return predefinedCell(key, contact)
  const value = own(contact.custom_fields, key)
  return value !== undefined && <Value field={custom} value={value} />
}

const predefinedCell = (key: string, contact: Contact): ComponentChildren => {
  if (key === "created_at" || key === "updated_at" || key === "last_engaged_at") return <Instant iso={contact[key]} />
  const name = readOneOf(writableFields)(key)
  return name === undefined ? null : contact[name]
}
