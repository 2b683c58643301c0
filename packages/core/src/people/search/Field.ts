import type { DataType } from "./Filter.ts"

/** A field with values in index entries, and the part of an entry that holds them. */
export interface ValueField {
  readonly kind: "value"
  readonly uuid: string
  readonly part: "text" | "number"
}

/** Where the index form of an item has the values of a field. Every item has the fields with a name. */
export type Field = { readonly kind: "text" | "instant" | "boolean"; readonly name: string } | ValueField

/** The name under which an item has the digits of a text that is a phone number. */
export const digitsOf = (name: string): string => `${name}.digits`

/** The name under which an item has the form by which an identifier is matched. */
export const keyOf = (name: string): string => `${name}.key`

/** The name under which an item has a text to the letter. */
export const exactOf = (name: string): string => `${name}.exact`

/** The name under which an item has the form in which a text is ordered, if it is a name. */
export const orderOf = (name: string): string => `${name}.order`

/** The name under which an item has those of its texts without accents that are other texts then. */
export const unaccentedTexts = "unaccented"

/** How the values of a field are asked about. */
export type ValueKind = "text" | "texts" | "integer" | "decimal" | "instant" | "boolean"

/** A field that only filters have: the opt-outs of an item, which the store looks up, or its uuid. */
export type FilterField = OptOutField | UuidField

interface OptOutField {
  readonly kind: "optOut"
  readonly typed?: never
}

interface UuidField {
  readonly kind: "uuid"
  readonly typed?: never
}

/** A field as filters ask about it. */
export interface SearchField {
  readonly field: Field
  readonly kind: ValueKind
  /** The type of the field, and the data types it may be searched and sorted as; absent where any is taken. */
  readonly typed?: { readonly type: string; readonly dataTypes: ReadonlyArray<DataType> }
  /**
   * What the text is also compared as: as a phone number with an operand that is written as one, to the letter where it
   * must be equal, or as a name in the order of names.
   */
  readonly compared?: "by digits" | "to the letter" | "in order"
  /** The form by which an operand is matched where the field is to be equal; null for a text that is no identifier. */
  readonly keyOf?: (operand: string) => string | null
  /** Whether it identifies items: `equals` takes a list of values. */
  readonly identifies?: true
  /** The texts that values hold for the options of the field, in the order of the options. */
  readonly options?: ReadonlyArray<string>
  /** The text that values hold for an option that an operand names in another way, if it names one. */
  readonly optionKey?: (operand: string) => string | undefined
}

/** A value as it is compared: folded text, or a number, which is 1 for true and an instant in milliseconds of the epoch. */
export type ValueEntry = { readonly text: string } | { readonly number: number }

/** The index form of an item: its values as they are compared. A missing value (null or empty) is null. */
export interface Searchable {
  readonly uuid: string
  /**
   * By the name of a field its folded text; by {@link digitsOf}, {@link keyOf}, {@link exactOf} and {@link orderOf} its other
   * forms; {@link unaccentedTexts}.
   */
  readonly text: Readonly<Record<string, string | null>>
  readonly instant: Readonly<Record<string, number | null>>
  readonly boolean: Readonly<Record<string, boolean>>
  /** The entries of each field that has a value: one, or one for each element of a list, in its order. */
  readonly values: ReadonlyMap<string, ReadonlyArray<ValueEntry>>
}
