import {
  applyChanges,
  changeValues,
  ContactUuid,
  type ImportRow,
  makeContact,
  identifierValue,
  nextId
} from "@rollcall/core"
import { DateTime, Effect, Result } from "effect"
import * as Arr from "effect/Array"
import type { Population } from "../people/Population.ts"
import { contactRow, type Row, valueRows } from "../stores/Rows.ts"

/** Somebody as a row of an import tells of them. */
export interface Imported {
  readonly fields: {
    readonly firstName: string
    readonly lastName: string
    readonly email: string
    readonly phoneNumber: string
  }
  readonly values: { readonly company: string; readonly visits: number }
}

/**
 * People to import, without end: each second one has the e-mail of a contact that is there, written in capitals, and
 * something new in everything else; nobody else has the others' e-mails.
 */
export function* importedPeople({ contacts, newcomer }: Population): Generator<Imported, never> {
  const byEmail = Map.groupBy(contacts, ({ email }) => identifierValue("email", email) ?? "")
  const known = [...byEmail].flatMap(([email, holders]) => (email === "" || holders.length > 1 ? [] : [email]))
  const pool = Arr.makeBy(2_000, newcomer)
  for (let number = 0; ; number++) {
    const { fields } = pool[number % pool.length] ?? pool[0]
    const email =
      number % 2 === 0
        ? known[(number / 2) % known.length]?.toUpperCase()
        : `${number}.${fields.email ?? "b@c.example"}`
    yield {
      fields: {
        firstName: fields.firstName ?? "Ada",
        lastName: fields.lastName ?? "Byron",
        email: email ?? "",
        phoneNumber: `+49 30 ${number}`
      },
      values: { company: `Company ${number % 977}`, visits: number }
    }
  }
}

/** The next so many of them. */
export const nextOf = (people: Generator<Imported, never>, count: number): ReadonlyArray<Imported> =>
  Arr.makeBy(count, () => people.next().value)

/** A row as the library takes it. */
export const asRow = ({ fields, values }: Imported): ImportRow => ({
  fields,
  customFields: values,
  original: {
    first_name: fields.firstName,
    last_name: fields.lastName,
    email: fields.email,
    phone_number: fields.phoneNumber,
    custom_fields: values
  }
})

/** The rows of somebody who is new, by hand; who is there already takes some of their cells. */
export const asRecord = Effect.fnUntraced(function* ({ fields: definitions, workspace }: Population, one: Imported) {
  const changes = Result.getOrThrow(changeValues(one.values, {}, [...definitions.values()], "new"))
  const contact = makeContact({
    uuid: ContactUuid.make(yield* nextId),
    workspace,
    fields: one.fields,
    customFields: applyChanges({}, changes),
    now: yield* DateTime.now
  })
  return { contact: contactRow(contact), values: valueRows(contact, changes) }
})

/** Rows to write by hand. */
export interface ImportRecord {
  readonly contact: Row
  readonly values: ReadonlyArray<Row>
}

/** The columns that a row changes of a contact that is there; its custom fields are merged. */
export const changedColumns = [
  "first_name",
  "last_name",
  "email",
  "phone_number",
  "first_name_folded",
  "last_name_folded",
  "email_folded",
  "phone_number_folded",
  "phone_number_digits",
  "email_key",
  "updated_at"
] as const
