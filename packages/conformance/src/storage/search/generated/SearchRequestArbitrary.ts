import type { Contact, CustomField, SearchRequest } from "@rollcall/core"
import { fold } from "@rollcall/core/operations"
import {
  type Filter,
  maxSearchTermLength,
  type PredefinedField,
  predefinedFields,
  type SearchItem
} from "@rollcall/core/people"
import { booleanNames, instantNames, textNames } from "@rollcall/core/storage"
import { DateTime } from "effect"
import fc from "fast-check"
import { dataTypeFor } from "../../custom-fields/FieldOperators.ts"
import { boundaryMillis } from "../../shared/InstantArbitrary.ts"
import { textArbitrary } from "../../shared/TextArbitrary.ts"
import type { CorpusList } from "../corpus/CorpusLists.ts"
import { part } from "./ConditionArbitrary.ts"
import { filterArbitrary, valueFilterArbitrary } from "./ValueFilterArbitrary.ts"

/**
 * Valid searches, nested in groups: every valid operator on predefined and custom fields. Operands are contacts' values
 * or parts of them, in any case and with surrounding whitespace.
 */
export const searchRequestArbitrary = (
  contacts: ReadonlyArray<Contact>,
  fields: ReadonlyArray<CustomField> = [],
  lists: ReadonlyArray<CorpusList> = []
): fc.Arbitrary<SearchRequest> => {
  const value = givenArbitrary(contacts)
  const operands = { spelled: spelledArbitrary, date: dateArbitrary }
  const filter = fc.oneof(
    ...(fields.length === 0 ? [] : [{ weight: 7, arbitrary: valueFilterArbitrary(contacts, fields, operands) }]),
    ...(lists.length === 0 ? [] : [{ weight: 2, arbitrary: listFilterArbitrary(lists) }]),
    { weight: 6, arbitrary: predefinedArbitrary(textNames, "text", value) },
    { weight: 2, arbitrary: predefinedArbitrary(instantNames, "instant", dateArbitrary) },
    { weight: 1, arbitrary: predefinedArbitrary(booleanNames, "boolean", booleanArbitrary) }
  )
  const item = itemArbitrary(filter)
  return fc.record(
    {
      searchTerm: fc.option(searchTermArbitrary(contacts, value), { freq: 1 }),
      advancedSearch: fc.oneof(
        { weight: 5, arbitrary: fc.array(item, { minLength: 1, maxLength: 2 }) },
        { weight: 1, arbitrary: fc.array(item, { maxLength: 5 }) }
      ),
      sortBy: fc
        .tuple(
          fc.constantFrom(...predefined, ...predefined, ...fields.map(sortOf)),
          fc.constantFrom("asc", "desc", undefined)
        )
        .map(([field, sortOrder]) => ({ ...field, ...(sortOrder && { sortOrder }) }))
    },
    { requiredKeys: [] }
  )
}

/** A filter, or groups up to three levels deep. */
export const itemArbitrary = (filter: fc.Arbitrary<Filter>): fc.Arbitrary<SearchItem> =>
  fc.letrec<{ item: SearchItem }>((tie) => {
    const items = fc.array(tie("item"), { minLength: 1, maxLength: 2 })
    return {
      item: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        { weight: 6, arbitrary: filter },
        { weight: 2, arbitrary: fc.record({ any: items }) },
        { weight: 1, arbitrary: fc.record({ all: items }) },
        { weight: 1, arbitrary: fc.record({ not: tie("item") }) }
      )
    }
  }).item

/** A filter by one or more lists. The filter may name a list twice. */
const listFilterArbitrary = (lists: ReadonlyArray<CorpusList>): fc.Arbitrary<Filter> => {
  const uuid = fc.constantFrom(...lists.map(({ uuid }) => uuid))
  const given = fc.oneof(
    uuid.map((one) => one.toUpperCase()),
    uuid
  )
  return fc.record({
    field: fc.constant("contactListUuid"),
    operator: fc.constantFrom("equals", "not_equals"),
    value: fc.oneof(given, fc.array(given, { minLength: 1, maxLength: 3 }))
  })
}

type SortBy = NonNullable<SearchRequest["sortBy"]>

const predefined = [...predefinedFields.keys()].map((field): SortBy => ({ field }))

const sortOf = ({ fieldKey, fieldType }: CustomField): SortBy => ({ field: fieldKey, dataType: dataTypeFor(fieldType) })

/** A part of a contact's value in its original form, not in searchable form. */
const givenArbitrary = (contacts: ReadonlyArray<Contact>): fc.Arbitrary<string> => {
  const values = new Set(contacts.flatMap(textsOf))
  return spelledArbitrary(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: textArbitrary })
  )
}

/** A string or a part of it in another spelling, up to the maximum operand length. */
const spelledArbitrary = (given: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const change = fc.constantFrom<(text: string) => string>(
    (text) => text.slice(0, 1_000).toWellFormed(),
    (text) => text.toUpperCase().slice(0, 1_000).toWellFormed(),
    (text) => text.toLowerCase().slice(0, 1_000).toWellFormed(),
    (text) => text.normalize("NFD").slice(0, 1_000).toWellFormed(),
    (text) => ` \t${text.slice(0, 1_000).toWellFormed()}\u00a0`
  )
  const whole = given.chain((text) => fc.oneof(fc.constant(text), part(text)))
  return fc.tuple(whole, change).map(([text, change]) => change(fold(text).trim() === "" ? "x" : text.trim()))
}

const textsOf = (contact: Contact): ReadonlyArray<string> => textNames.flatMap((name) => contact[name] ?? [])

/** A day, or a timestamp in one of three formats. */
const dateArbitrary: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...boundaryMillis), fc.constantFrom("date", "Z", "none", "offset"))
  .map(([millis, spelling]) => {
    const iso = DateTime.formatIso(DateTime.makeUnsafe(millis))
    if (spelling === "date") return iso.slice(0, 10)
    if (spelling === "Z") return iso
    if (spelling === "none") return iso.slice(0, -1).replace("T", " ")
    return `${DateTime.formatIso(DateTime.makeUnsafe(millis + 345 * 60_000)).slice(0, -1)}+05:45`
  })

const booleanArbitrary = fc.constantFrom(true, false, "true", "false")

const predefinedArbitrary = (
  names: ReadonlyArray<string>,
  kind: PredefinedField["kind"],
  value: fc.Arbitrary<unknown>
): fc.Arbitrary<Filter> => fc.constantFrom(...names).chain((field) => filterArbitrary({ field }, kind, value))

/** Replaces accents and apostrophes with others that search terms treat as equal. */
const reaccented = fc.constantFrom<(text: string) => string>(
  (text) => text.normalize("NFKD").replaceAll(/[\u0300-\u036f]/g, ""),
  (text) =>
    text
      .replaceAll(/['’ʼ´]/gu, "`")
      .replaceAll("ø", "o")
      .replaceAll("ß", "ss"),
  (text) => text.replaceAll("'", "’").replaceAll("e", "é").replaceAll("a", "a\u0323\u0302").replaceAll("o", "ø")
)

/** One or two tokens: parts of values, some with different accents, or digits of phone numbers. */
const searchTermArbitrary = (contacts: ReadonlyArray<Contact>, value: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const phones = contacts.flatMap(({ chatappId, phoneNumber }) => [phoneNumber ?? [], chatappId ?? []].flat())
  const digits = fc.constantFrom(
    ...phones.map((phone) => phone.replace(/[^0-9]/g, "")).filter((digits) => digits !== "")
  )
  const token = fc.oneof(
    { weight: 2, arbitrary: value },
    { weight: 2, arbitrary: fc.tuple(value, reaccented).map(([text, change]) => change(text)) },
    { weight: 1, arbitrary: digits.chain(part) }
  )
  return fc
    .array(token, { minLength: 1, maxLength: 2 })
    .map((tokens) => tokens.join(" ").slice(0, maxSearchTermLength).toWellFormed())
}
