import type { DataType } from "./Filter.ts"

/** A field with values in index entries. `part` is the part of each entry that has the value. */
export interface ValueField {
  readonly kind: "value"
  readonly uuid: string
  readonly part: "text" | "number"
}

/** The location of a field's values in an item's index form. Fields with a `name` exist on every item. */
export type Field = { readonly kind: "text" | "instant" | "boolean"; readonly name: string } | ValueField

/** Returns the key of a phone number's digits in `Searchable.text`. */
export const digitsOf = (name: string): string => `${name}.digits`

/** Returns the key of an identifier's matching form in `Searchable.text`. */
export const keyOf = (name: string): string => `${name}.key`

/** Returns the key of the exact, unfolded string in `Searchable.text`. */
export const exactOf = (name: string): string => `${name}.exact`

/** Returns the key of a name's sort form in `Searchable.text`. */
export const orderOf = (name: string): string => `${name}.order`

/** The key of the strings without accents in `Searchable.text`. Only strings with accents are included. */
export const unaccentedTexts = "unaccented"

/** The kind of a field's values, which decides how filters compare the values. */
export type ValueKind = "text" | "texts" | "integer" | "decimal" | "instant" | "boolean"

/** A field that can only be used in filters: the opt-outs of an item, or its uuid. */
export type FilterField = OptOutField | UuidField

interface OptOutField {
  readonly kind: "optOut"
  readonly typed?: never
}

interface UuidField {
  readonly kind: "uuid"
  readonly typed?: never
}

/** A field, and how filters compare its values. */
export interface SearchField {
  readonly field: Field
  readonly kind: ValueKind
  /** The field's type and the data types that it may be searched and sorted as. Absent if any data type is accepted. */
  readonly typed?: { readonly type: string; readonly dataTypes: ReadonlyArray<DataType> }
  /**
   * A second form in which strings are compared: `by digits` as a phone number if the operand is written as a number, `to
   * the letter` exactly for `equals`, and `in order` by the sort form of names.
   */
  readonly compared?: "by digits" | "to the letter" | "in order"
  /** Returns the form of an operand that `equals` matches an identifier by; null if the operand is not an identifier. */
  readonly keyOf?: (operand: string) => string | null
  /** Whether the field identifies items. If true, `equals` also takes a list of values. */
  readonly identifies?: true
  /** The strings stored for the field's options, in the order of the options. */
  readonly options?: ReadonlyArray<string>
  /**
   * Returns the string stored for an option that an operand names by uuid or label. Undefined for any other operand.
   */
  readonly optionKey?: (operand: string) => string | undefined
}

/**
 * A value in the form for comparison: a folded string or a number. True is 1, and a timestamp is in milliseconds since the
 * epoch.
 */
export type ValueEntry = { readonly text: string } | { readonly number: number }

/** The index form of an item, with its values in the form for comparison. A missing value (null or empty) is null. */
export interface Searchable {
  readonly uuid: string
  /**
   * The folded strings by field name, and their other forms by {@link digitsOf}, {@link keyOf}, {@link exactOf},
   * {@link orderOf} and {@link unaccentedTexts}.
   */
  readonly text: Readonly<Record<string, string | null>>
  readonly instant: Readonly<Record<string, number | null>>
  readonly boolean: Readonly<Record<string, boolean>>
  /** The entries of each field that has a value, by the field's uuid: one, or one per list element, in order. */
  readonly values: ReadonlyMap<string, ReadonlyArray<ValueEntry>>
}
