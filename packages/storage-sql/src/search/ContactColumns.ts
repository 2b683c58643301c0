import { type Field, identifierFields, phoneNames, type Searchable, textNames } from "@rollcall/core/storage"
import { String } from "effect"

/** The column of a predefined field. */
export const fieldColumn = String.camelToSnake

/** The column of a text field in folded form; NULL if the value counts as missing. */
export const foldedColumn = (name: string): string => `${fieldColumn(name)}_folded`

/** The column of the digits of a phone field; NULL if there are none. */
export const digitsColumn = (name: string): string => `${fieldColumn(name)}_digits`

/** The shadow columns, each with what it holds of a contact. Only searches use them; they are never returned. */
export const shadowColumns: ReadonlyArray<readonly [column: string, valueOf: (of: Searchable) => string | null]> = [
  ...textNames.map((name) => [foldedColumn(name), ({ text }: Searchable) => text[name] ?? null] as const),
  ...phoneNames.map((name) => [digitsColumn(name), ({ digits }: Searchable) => digits[name] ?? null] as const)
]

const identifiers: ReadonlySet<string> = new Set(identifierFields)

/** Whether a field identifies a contact, so that very few have one value of it. */
export const isIdentifier = (field: string): boolean => identifiers.has(field)

/** Whether some contacts have no value of a field. */
export const mayBeMissing = (field: Field): boolean =>
  field.kind === "value" || field.kind === "text" || field.name === "lastEngagedAt"
