import { DateTime } from "effect"
import { type CustomField, isFieldKey } from "../custom-fields/CustomField.ts"
import {
  booleanNames,
  instantNames,
  predefinedFields,
  type TextName,
  textNames
} from "../contact-fields/PredefinedFields.ts"
import { searchField } from "../custom-fields/ValueIndex.ts"
import { digitsOf, exactOf, type Searchable, type SearchField } from "../search/Field.ts"
import type { SearchRequest } from "../search/Filter.ts"
import { plan } from "../search/Plan.ts"
import type { Sort } from "../search/Sort.ts"
import { digits, fold } from "../shared/Text.ts"
import type { Contact } from "./Contact.ts"

/** The fields whose digits a token of four or more digits is looked up in (S8). */
export const phoneNames = ["phoneNumber", "chatappId"] as const satisfies ReadonlyArray<TextName>

/** Newest first: the order where none is asked for. */
export const newestFirst: Sort = { field: { kind: "instant", name: "createdAt" }, direction: "desc" }

/** The fields that are equal to the letter alone: ids of other systems may differ by case (S2). */
const exactNames = ["externalContactId"] as const satisfies ReadonlyArray<TextName>

/** A form of a text that is compared besides the folded one (S2, S8). */
interface TextForm {
  readonly of: TextName
  readonly compared: NonNullable<SearchField["compared"]>
}

/** The further forms of texts, by their names in `Searchable`. */
export const textForms: ReadonlyMap<string, TextForm> = new Map([
  ...phoneNames.map((of): readonly [string, TextForm] => [digitsOf(of), { of, compared: "by digits" }]),
  ...exactNames.map((of): readonly [string, TextForm] => [exactOf(of), { of, compared: "to the letter" }])
])

const comparedAs = new Map<string, NonNullable<SearchField["compared"]>>(
  Array.from(textForms.values(), ({ compared, of }) => [of, compared])
)

const fixedFields = Array.from(predefinedFields, ([name, field]): readonly [string, SearchField] => {
  const compared = comparedAs.get(name)
  return [name, { field, kind: field.kind, ...(compared && { compared }) }]
})

/** Plans a search, or returns its issues. It needs the active `definitions` with the {@link customKeys} of the request. */
export const planSearch = (request: SearchRequest, definitions: ReadonlyArray<CustomField> = []) =>
  plan(request, {
    fields: new Map([...definitions.map((field) => [field.fieldKey, searchField(field)] as const), ...fixedFields]),
    termFields: { text: textNames.filter((name) => name !== "clientReference"), digits: phoneNames },
    defaultSort: newestFirst
  })

/** The distinct names in a request that custom fields could have: a plan of it needs the definitions with these keys. */
export const customKeys = ({ advancedSearch: filters = [], sortBy }: SearchRequest): ReadonlyArray<string> => {
  const names = [...filters, ...(sortBy ? [sortBy] : [])].map(({ field }) => field)
  return [...new Set(names)].filter((name) => isFieldKey(name) && !predefinedFields.has(name))
}

/** The index form of a text: folded, and null where it counts as missing. */
export const searchableText = (value: string | null): string | null => (value ? fold(value) : null)

/** The index form of a contact and of its custom values, which every store takes from here. */
export const searchable = (contact: Contact, values: Searchable["values"] = new Map()): Searchable => ({
  uuid: contact.uuid,
  text: {
    ...byName(textNames, (name) => searchableText(contact[name])),
    ...Object.fromEntries(
      Array.from(textForms, ([name, { compared, of }]) => {
        const text = contact[of] ?? ""
        return [name, (compared === "by digits" ? digits(text) : text) || null]
      })
    )
  },
  instant: byName(instantNames, (name) => contact[name] && DateTime.toEpochMillis(contact[name])),
  boolean: byName(booleanNames, (name) => contact[name]),
  values
})

const byName = <Name extends string, A>(names: ReadonlyArray<Name>, valueOf: (name: Name) => A) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)]))
