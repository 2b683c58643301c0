import { type Field, identifierFields, type Searchable, textForms, textNames } from "@rollcall/core/storage"
import { String } from "effect"

/** Returns the column of a predefined field. */
export const fieldColumn = String.camelToSnake

/** Returns the column used to compare a string: folded, as digits, exact and so on. NULL if the value counts as missing. */
export const textColumn = (name: string): string => columns.get(name) ?? `${fieldColumn(name)}_folded`

const suffixes = { "by digits": "_digits", "by key": "_key", "to the letter": "", "in order": "_order" } as const

const columns: ReadonlyMap<string, string> = new Map(
  Array.from(textForms, ([name, { compared, of }]) => {
    if (compared === "without accents") return [name, name]
    return [name, `${fieldColumn(of)}${suffixes[compared]}`]
  })
)

/** The form that a name is sorted by, by the name of its field. */
const orderForms: ReadonlyMap<string, string> = new Map(
  Array.from(textForms).flatMap(([form, { compared, of }]) => (compared === "in order" ? [[of, form] as const] : []))
)

/** Returns the column used to sort a string. */
export const orderColumn = (name: string): string => textColumn(orderForms.get(name) ?? name)

const comparedAs = (name: string) => textForms.get(name)?.compared

const indexedForms: ReadonlySet<string> = new Set(["by digits", "by key", "in order"])

/**
 * Whether a string has an index in its own order. Names are indexed only in sort order. The folded form finds exact
 * strings, and unaccented strings are only searched for substrings.
 */
export const isIndexed = (name: string): boolean => {
  const compared = comparedAs(name)
  return compared === undefined ? !orderForms.has(name) : indexedForms.has(compared)
}

/** Exact strings are stored in the column of their field. */
const ownForms = Array.from(textForms.keys()).filter((name) => comparedAs(name) !== "to the letter")

/** The shadow columns, each with a function that returns its value. They are used only by searches and never returned. */
export const shadowColumns: ReadonlyArray<readonly [column: string, valueOf: (of: Searchable) => string | null]> = [
  ...textNames,
  ...ownForms
].map((name) => [textColumn(name), ({ text }: Searchable) => text[name] ?? null])

const identifiers: ReadonlySet<string> = new Set(identifierFields)

/** Whether a field identifies a contact, so that very few contacts share a value. */
export const isIdentifier = (field: string): boolean => identifiers.has(textForms.get(field)?.of ?? field)

/** Whether contacts may have no value of a field. */
export const mayBeMissing = (field: Field): boolean =>
  field.kind === "value" || field.kind === "text" || field.name === "lastEngagedAt"
