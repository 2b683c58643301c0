import type { Field, Searchable, SearchField } from "../../../src/people/search/Field.ts"
import type { DataType } from "../../../src/people/search/Filter.ts"
import type { Catalogue } from "../../../src/people/search/Plan.ts"

const fixed = (kind: "text" | "instant" | "boolean", name: string): [string, SearchField] => [
  name,
  { field: { kind, name }, kind }
]

const value = (
  name: string,
  kind: SearchField["kind"],
  part: "text" | "number",
  ...dataTypes: ReadonlyArray<DataType>
): [string, SearchField] => [
  name,
  { field: { kind: "value", uuid: name, part }, kind, typed: { type: kind, dataTypes } }
]

/** The key of an option: "Crime" and "#1" are other names of `crime`. */
const optionKey = (operand: string) => (operand === "Crime" || operand === "#1" ? "crime" : undefined)

const [, genre] = value("genre", "text", "text", "text")
const [, tags] = value("tags", "texts", "text", "text")

/** A library: books are searched like anything else. */
export const library = {
  fields: new Map<string, SearchField>([
    fixed("text", "title"),
    fixed("text", "author"),
    fixed("text", "isbn"),
    fixed("text", "shelf"),
    fixed("instant", "printed_at"),
    fixed("instant", "lent_at"),
    fixed("boolean", "lent"),
    ["genre", { ...genre, optionKey }],
    ["tags", { ...tags, optionKey }],
    value("pages", "integer", "number", "long"),
    value("weight", "decimal", "number", "double", "long"),
    value("bought", "instant", "number", "date"),
    value("signed", "boolean", "number", "boolean")
  ]),
  termFields: { text: ["title", "author", "isbn"], names: ["title", "author"], digits: ["isbn"] },
  defaultSort: { field: { kind: "instant", name: "printed_at" }, direction: "desc" }
} satisfies Catalogue

export const fields: ReadonlyArray<Field> = Array.from(library.fields.values(), ({ field }) => field)

/** A book with nothing but what is given, in its index form. */
export const book = (given: { readonly [Part in keyof Searchable]?: Searchable[Part] } = {}): Searchable => ({
  uuid: given.uuid ?? "1",
  text: { title: null, author: null, isbn: null, shelf: null, ...given.text },
  instant: { printed_at: 0, lent_at: null, ...given.instant },
  boolean: { lent: false, ...given.boolean },
  values: given.values ?? new Map()
})
