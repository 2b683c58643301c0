import { ContactResource } from "@rollcall/api"
import { writableFields } from "@rollcall/core/people"
import { nearest, own } from "@rollcall/core/operations"
import { Effect, Option, Record, Schema, String, Struct } from "effect"
import { refusal } from "../../CommandRefused.ts"
import { table } from "../../screen/Table.ts"
import { customFields } from "../../targets/CustomFieldList.ts"

export type ShownContact = typeof ContactResource.Type

const { custom_fields: _values, ...fields } = ContactResource.fields

const encode = Schema.encodeSync(Schema.Array(ContactResource))
type Encoded = ReturnType<typeof encode>[number]
type Value = Encoded[keyof typeof fields] | Encoded["custom_fields"][string]

/** A column of printed contacts, and its value for each contact. */
export interface ContactColumn {
  readonly name: string
  readonly valueOf: (contact: Encoded) => Value
}

const ownColumns: ReadonlyMap<string, ContactColumn> = new Map(
  Struct.keys(fields).map((name) => [name, { name, valueOf: (contact) => contact[name] }])
)

const writable = writableFields.map(String.camelToSnake)

/**
 * Reads the names of columns: fields of contacts or keys of custom fields. Queries the custom fields only if a name isn't a
 * field of contacts. Returns null without names.
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

/** Returns contacts as JSON: as in the API, or objects with only the given columns. */
export const contactObjects = (
  contacts: ReadonlyArray<ShownContact>,
  columns: ReadonlyArray<ContactColumn> | null
): ReadonlyArray<unknown> =>
  columns === null
    ? encode(contacts)
    : encode(contacts).map((contact) =>
        Record.fromEntries(columns.map(({ name, valueOf }) => [name, valueOf(contact)]))
      )

/** Formats contacts as a table: with the given columns, or with the writable fields that some contacts have. */
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
