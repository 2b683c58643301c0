import { type Field, identifierFields, type Searchable, textForms, textNames } from "@rollcall/core/storage"
import { String } from "effect"

/** The column of a predefined field. */
export const fieldColumn = String.camelToSnake

/** The column of a text as it is compared: folded, in digits or to the letter. NULL if the value counts as missing. */
export const textColumn = (name: string): string => columns.get(name) ?? `${fieldColumn(name)}_folded`

const columns: ReadonlyMap<string, string> = new Map(
  Array.from(textForms, ([name, { compared, of }]) => [
    name,
    compared === "by digits" ? `${fieldColumn(of)}_digits` : fieldColumn(of)
  ])
)

/** Whether an index is in the order of a text. That of a text to the letter is found by its folded form. */
export const isIndexed = (name: string): boolean => textForms.get(name)?.compared !== "to the letter"

const digitForms = Array.from(textForms).flatMap(([name, { compared }]) => (compared === "by digits" ? name : []))

/** The shadow columns, each with what it holds of a contact. Only searches use them; they are never returned. */
export const shadowColumns: ReadonlyArray<readonly [column: string, valueOf: (of: Searchable) => string | null]> = [
  ...textNames,
  ...digitForms
].map((name) => [textColumn(name), ({ text }: Searchable) => text[name] ?? null])

const identifiers: ReadonlySet<string> = new Set(identifierFields)

/** Whether a field identifies a contact, so that very few have one value of it. */
export const isIdentifier = (field: string): boolean => identifiers.has(textForms.get(field)?.of ?? field)

/** Whether some contacts have no value of a field. */
export const mayBeMissing = (field: Field): boolean =>
  field.kind === "value" || field.kind === "text" || field.name === "lastEngagedAt"
