import { Array as Arr, Context, DateTime, Effect, Result, Schema, String } from "effect"
import { type CustomField, isFieldKey } from "../custom-fields/CustomField.ts"
import {
  booleanNames,
  instantNames,
  optOutName,
  predefinedFields,
  SetName,
  setNames,
  type TextName,
  textNames
} from "../contact-fields/PredefinedFields.ts"
import { CustomFieldStore } from "../custom-fields/CustomFieldStore.ts"
import { searchField } from "../custom-fields/ValueIndex.ts"
import { digitsIn } from "../identifiers/Digits.ts"
import { readNumber } from "../identifiers/Numbers.ts"
import { valuesIn } from "../identifiers/Reading.ts"
import {
  digitsOf,
  exactOf,
  keyOf,
  orderOf,
  type FilterField,
  type Searchable,
  type SearchField,
  unaccentedTexts
} from "../search/Field.ts"
import { filtersIn, maxSets, type SearchRequest } from "../search/Filter.ts"
import { uuid } from "../search/Operand.ts"
import { sortKey } from "../search/SortKey.ts"
import { plan, setOperands, type Sets } from "../search/Plan.ts"
import type { Sort } from "../search/Sort.ts"
import { spacedName, unaccented } from "../search/terms/UnaccentedText.ts"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import { InvalidInput } from "../../shared/Issue.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { foldTrimmed } from "../../shared/Text.ts"
import { type Contact, identifierFields } from "./Contact.ts"
import {
  digitForms,
  type IdentifierField,
  type IdentifierKey,
  identifierValue,
  type NumberForms,
  PhoneNumbers
} from "./Identifiers.ts"

/** The fields searched for tokens of four or more digits. */
const phoneNames = ["phoneNumber", "chatappId"] as const satisfies ReadonlyArray<TextName>

/** The fields that a search term is matched against. */
const termNames = textNames.filter((name) => name !== "clientReference")

/** The name fields, compared and sorted by {@link sortKey}. */
const nameNames = ["firstName", "lastName"] as const satisfies ReadonlyArray<TextName>

/** The default order: newest first. */
export const newestFirst: Sort = { field: { kind: "instant", name: "createdAt" }, direction: "desc" }

/** The identifier fields that match in several spellings. */
const keyNames = ["email", ...phoneNames] as const satisfies ReadonlyArray<TextName>

/** The fields compared case-sensitively, because ids of other systems may differ only by case. */
const exactNames = ["externalContactId"] as const satisfies ReadonlyArray<TextName>

/**
 * An additional form in which a string is compared, next to the folded form. The unaccented form combines several fields.
 */
type TextForm =
  | { readonly of: TextName; readonly compared: NonNullable<SearchField["compared"]> }
  | { readonly of: IdentifierField; readonly compared: "by key" }
  | { readonly of: null; readonly compared: "without accents" }

/** The additional forms, by their names in `Searchable.text`. */
export const textForms: ReadonlyMap<string, TextForm> = new Map([
  ...phoneNames.map((of): readonly [string, TextForm] => [digitsOf(of), { of, compared: "by digits" }]),
  ...keyNames.map((of): readonly [string, TextForm] => [keyOf(of), { of, compared: "by key" }]),
  ...exactNames.map((of): readonly [string, TextForm] => [exactOf(of), { of, compared: "to the letter" }]),
  ...nameNames.map((of): readonly [string, TextForm] => [orderOf(of), { of, compared: "in order" }]),
  [unaccentedTexts, { of: null, compared: "without accents" }] as const
])

const comparedAs = new Map<string, NonNullable<SearchField["compared"]>>(
  Array.from(textForms.values()).flatMap((form) =>
    form.compared === "by key" || form.compared === "without accents" ? [] : [[form.of, form.compared]]
  )
)

const fixedFields = (numbers: NumberForms) =>
  Array.from(predefinedFields, ([name, field]): readonly [string, SearchField] => {
    const compared = comparedAs.get(name)
    const identifier = keyNames.find((key) => key === name)
    const identifies = identifierFields.some((field) => field === name)
    const readKey = identifier && ((text: string) => identifierValue(numbers, identifier, text.trim()))
    return [
      name,
      {
        field,
        kind: field.kind,
        ...(compared && { compared }),
        ...(readKey && { keyOf: readKey }),
        ...(identifies && { identifies })
      }
    ]
  })

const optOutField: FilterField = { kind: "optOut" }
const uuidField: FilterField = { kind: "uuid" }

/** A set of contacts named by a filter. */
export interface NamedSet {
  readonly name: SetName
  readonly uuid: string
}

/**
 * Resolves filters by sets of contacts, such as membership of a list. Without this service, such filters are rejected.
 *
 * @see docs/contributing/decisions.md, S15
 */
export const ContactSets = Context.Reference<{
  /** Returns the conditions of the named sets, or why a set cannot be evaluated. */
  readonly find: (workspace: WorkspaceUuid, named: ReadonlyArray<NamedSet>) => Effect.Effect<Sets, StorageError>
}>("@rollcall/core/people/contacts/ContactSearch/ContactSets", {
  defaultValue: () => ({ find: () => Effect.succeed(noSets) })
})

const noSets: Sets = new Map(
  setNames.map((name) => [name, (uuid: string) => Result.fail(`there is no set of contacts ${uuid}`)])
)

const isSetName = Schema.is(SetName)

/** Returns the sets named in a request, with duplicates. {@link ContactSets} resolves the sets for the plan. */
export const namedSets = ({ advancedSearch: items = [] }: SearchRequest): ReadonlyArray<NamedSet> => {
  const operands = setOperands(items, new Set<string>(setNames))
  // Planning rejects a search with more sets.
  return operands.slice(0, maxSets).flatMap(({ field, operand }) => {
    const read = uuid(operand, [])
    return isSetName(field) && Result.isSuccess(read) ? [{ name: field, uuid: read.success }] : []
  })
}

/**
 * Plans a search, or returns its issues. `definitions` are the active custom fields among the request's {@link customKeys},
 * and `sets` are the request's {@link namedSets}. `numbers` must be the number forms that contacts were written with.
 */
export const planSearch = (
  request: SearchRequest,
  definitions: ReadonlyArray<CustomField> = [],
  sets: Sets = noSets,
  numbers: NumberForms = digitForms
) =>
  plan(request, {
    sets,
    fields: new Map<string, SearchField | FilterField>([
      [String.camelToSnake(optOutName), optOutField],
      ["uuid", uuidField],
      ...definitions.map((field) => [field.fieldKey, searchField(field)] as const),
      ...fixedFields(numbers),
      [optOutName, optOutField]
    ]),
    termFields: { text: termNames, names: nameNames, digits: phoneNames },
    defaultSort: newestFirst
  })

/**
 * Returns the distinct names in a request that may be custom field keys. Planning needs the definitions of these fields.
 */
export const customKeys = ({ advancedSearch: items = [], sortBy }: SearchRequest): ReadonlyArray<string> => {
  const names = [...filtersIn(items), ...(sortBy ? [sortBy] : [])].map(({ field }) => field)
  return [...new Set(names)].filter((name) => isFieldKey(name) && !predefinedFields.has(name))
}

/** Plans a search with the definitions and sets of the workspace, or fails with the issues of the search. */
export const planIn = Effect.fnUntraced(function* (workspace: WorkspaceUuid, request: SearchRequest) {
  const definitions = yield* CustomFieldStore
  const sets = yield* ContactSets
  const keys = customKeys(request)
  const fields = keys.length === 0 ? [] : yield* definitions.named(workspace, keys)
  const named = namedSets(request)
  const found = named.length === 0 ? undefined : yield* sets.find(workspace, named)
  const planned = planSearch(request, fields, found, yield* PhoneNumbers)
  return yield* Effect.fromResult(Result.mapError(planned, (issues) => new InvalidInput({ issues })))
})

/** Returns the folded form of a string for the index; null for an empty string. */
export const searchableText = (value: string | null): string | null => (value && foldTrimmed(value)) || null

/** Returns the form of a contact that every store indexes, with identifiers and custom values. */
export const searchable = (
  contact: Contact,
  keys: ReadonlyArray<IdentifierKey>,
  values: Searchable["values"] = new Map()
): Searchable => {
  const text = byName(textNames, (name) => searchableText(contact[name]))
  for (const [name, { compared, of }] of textForms) {
    if (compared === "without accents") text[name] = unaccentedOf(text)
    else if (compared === "by key") text[name] = keyAmong(keys, of)
    else if (compared === "in order") text[name] = text[of] ? sortKey(text[of]) : null
    else text[name] = (compared === "by digits" ? digitsOfNumber(contact[of], keyAmong(keys, of)) : contact[of]) || null
  }
  return {
    uuid: contact.uuid,
    text,
    instant: byName(instantNames, (name) => contact[name] && DateTime.toEpochMillis(contact[name])),
    boolean: byName(booleanNames, (name) => contact[name]),
    values
  }
}

const keyAmong = (keys: ReadonlyArray<IdentifierKey>, of: TextName): string | null =>
  keys.find(({ field }) => field === of)?.value ?? null

/**
 * Returns the digits by which searches find a number: the written digits and, if different, the matched digits, one per
 * line. For a string that isn't a number, returns all digits in the string.
 */
const digitsOfNumber = (text: string | null, key: string | null): string => {
  if (text === null) return ""
  if (!key) return digitsIn(text)
  const written = valuesIn(readNumber(text)).map(({ digits }) => digits)
  return (written.some((digits) => digits.includes(key)) ? written : [...written, key]).join("\n")
}

/**
 * Returns the unaccented forms of the folded strings, and of names with spaces instead of hyphens and points. Forms equal
 * to the folded string are omitted, so most contacts have null. Each form is on its own line, so that a token matches
 * within one form.
 */
const unaccentedOf = (text: Searchable["text"]): string | null => {
  const forms = termNames.flatMap((name) => {
    const folded = text[name] ?? ""
    const plain = unaccented(folded)
    const forms = nameNames.some((of) => of === name) ? [plain, spacedName(plain)] : [plain]
    return Arr.dedupe(forms).filter((form) => form !== folded && form.trim() !== "")
  })
  return forms.length === 0 ? null : forms.join("\n")
}

const byName = <Name extends string, A>(names: ReadonlyArray<Name>, valueOf: (name: Name) => A): Record<string, A> => {
  const values: Record<string, A> = {}
  for (const name of names) values[name] = valueOf(name)
  return values
}
