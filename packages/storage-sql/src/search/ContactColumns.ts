import { type Field, identifierFields, orderOf, type Searchable, textForms, textNames } from "@rollcall/core/storage"
import { String } from "effect"

/** The column of a predefined field. */
export const fieldColumn = String.camelToSnake

/** The column of a text as it is compared: folded, in digits, to the letter... NULL if the value counts as missing. */
export const textColumn = (name: string): string => columns.get(name) ?? `${fieldColumn(name)}_folded`

const suffixes = { "by digits": "_digits", "by key": "_key", "to the letter": "", "in order": "_order" } as const

const columns: ReadonlyMap<string, string> = new Map(
  Array.from(textForms, ([name, { compared, of }]) => {
    if (compared === "without accents") return [name, name]
    return [name, `${fieldColumn(of)}${suffixes[compared]}`]
  })
)

/** The column by which a text is sorted. */
export const orderColumn = (name: string): string => textColumn(textForms.has(orderOf(name)) ? orderOf(name) : name)

const comparedAs = (name: string) => textForms.get(name)?.compared

const indexedForms: ReadonlySet<string> = new Set(["by digits", "by key", "in order"])

/**
 * Whether an index is in the order of a text. Names are indexed in their order only. That of a text to the letter is found by its folded form, and texts
 * without accents are only asked what they contain.
 */
export const isIndexed = (name: string): boolean => {
  const compared = comparedAs(name)
  return compared === undefined ? !textForms.has(orderOf(name)) : indexedForms.has(compared)
}

/** A text to the letter is in the column of its field. */
const ownForms = Array.from(textForms.keys()).filter((name) => comparedAs(name) !== "to the letter")

/** The shadow columns, each with what it holds of a contact. Only searches use them; they are never returned. */
export const shadowColumns: ReadonlyArray<readonly [column: string, valueOf: (of: Searchable) => string | null]> = [
  ...textNames,
  ...ownForms
].map((name) => [textColumn(name), ({ text }: Searchable) => text[name] ?? null])

const identifiers: ReadonlySet<string> = new Set(identifierFields)

/** Whether a field identifies a contact, so that very few have one value of it. */
export const isIdentifier = (field: string): boolean => identifiers.has(textForms.get(field)?.of ?? field)

/** Whether some contacts have no value of a field. */
export const mayBeMissing = (field: Field): boolean =>
  field.kind === "value" || field.kind === "text" || field.name === "lastEngagedAt"
