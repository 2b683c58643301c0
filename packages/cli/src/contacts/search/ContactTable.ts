import { ContactResource } from "@rollcall/api"
import { writableFields } from "@rollcall/core/people"
import { nearest, own } from "@rollcall/core/operations"
import { Effect, Option, Record, Schema, String, Struct } from "effect"
import { refusal } from "../../CommandRefused.ts"
import { table } from "../../screen/Table.ts"
import { customFields } from "../../targets/CustomFieldList.ts"

/** A contact as the API shows it. */
export type ShownContact = typeof ContactResource.Type

const { custom_fields: _values, ...fields } = ContactResource.fields

const encode = Schema.encodeSync(Schema.Array(ContactResource))
type Encoded = ReturnType<typeof encode>[number]
type Value = Encoded[keyof typeof fields] | Encoded["custom_fields"][string]

/** What of a contact is printed: a name, and the value of a contact that it is for. */
export interface ContactColumn {
  readonly name: string
  readonly valueOf: (contact: Encoded) => Value
}

const ownColumns: ReadonlyMap<string, ContactColumn> = new Map(
  Struct.keys(fields).map((name) => [name, { name, valueOf: (contact) => contact[name] }])
)

const writable = writableFields.map(String.camelToSnake)

/**
 * Reads the names of columns: fields of contacts, and keys of custom fields, which are asked for where one is named. Returns null
 * where none are given.
 */
export const readColumns = Effect.fnUntraced(function* (given: Option.Option<string>) {
  if (Option.isNone(given)) return null
  const names = given.value.split(",").map((name) => name.trim())
  const isOwn = names.every((name) => ownColumns.has(name))
  const keys = isOwn ? [] : (yield* customFields).map(({ field_key }) => field_key)
  return yield* Effect.forEach(names, (name) => {
    const own = ownColumns.get(name)
    if (own !== undefined) return Effect.succeed(own)
    if (keys.includes(name)) return Effect.succeed(customColumn(name))
    const known = [...ownColumns.keys(), ...keys]
    const hint = Option.match(nearest(name, known), {
      onSome: (near) => `did you mean ${near}?`,
      onNone: () => `they have ${known.join(", ")}`
    })
    return refusal(`--columns: contacts have no field "${name}"; ${hint}`)
  })
})

const customColumn = (name: string): ContactColumn => ({
  name,
  valueOf: ({ custom_fields }) => own(custom_fields, name) ?? null
})

/** Contacts for programs: as the API shows them, or an object of some columns for each. */
export const contactObjects = (
  contacts: ReadonlyArray<ShownContact>,
  columns: ReadonlyArray<ContactColumn> | null
): ReadonlyArray<unknown> =>
  columns === null
    ? encode(contacts)
    : encode(contacts).map((contact) =>
        Record.fromEntries(columns.map(({ name, valueOf }) => [name, valueOf(contact)]))
      )

/** Contacts for people: a row for each, with some columns, or with those fields that a request may set and some of them have. */
export const contactTable = (
  contacts: ReadonlyArray<ShownContact>,
  columns: ReadonlyArray<ContactColumn> | null
): string => {
  const shown = encode(contacts)
  const isFilled = ({ name, valueOf }: ContactColumn) =>
    name === "uuid" || (writable.includes(name) && shown.some((contact) => valueOf(contact) !== null))
  const printed = columns ?? Array.from(ownColumns.values()).filter(isFilled)
  return table(
    printed.map(({ name }) => ({ title: name, align: "left" })),
    shown.map((contact) => printed.map(({ valueOf }) => cellOf(valueOf(contact))))
  )
}

const cellOf = (value: Value): string => {
  if (value === null) return ""
  return typeof value === "object" ? value.join(", ") : `${value}`
}
