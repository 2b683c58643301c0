import { Schema } from "effect"
import { compareAt, type CursorOrder, type Place, type PlaceKey, textKey } from "../../shared/Page.ts"
import { type Field, orderOf, type Searchable } from "./Field.ts"

export type SortDirection = "asc" | "desc"

/**
 * A sort order: by one field, with missing values last in both directions, then by `uuid` in the same direction, so
 * that pages neither repeat nor skip items. A list is sorted by its first element, a name by its sort form.
 */
export interface Sort {
  readonly field: Field
  readonly direction: SortDirection
  /**
   * The strings stored for the field's options, in the order of the options. All other strings sort after these strings.
   */
  readonly options?: ReadonlyArray<string>
}

/** Returns the comparison function of a {@link Sort}. */
export const comparator =
  (sort: Sort): ((a: Searchable, b: Searchable) => number) =>
  (a, b) =>
    compareAt(sort.direction, valueOf(a, sort), a.uuid, valueOf(b, sort), b.uuid)

/** Returns the position of an item in a sort order. */
export const sortPlace = (sort: Sort, item: Searchable): Place => ({ key: valueOf(item, sort), uuid: item.uuid })

const valueOf = (item: Searchable, { field, options }: Sort): PlaceKey => {
  switch (field.kind) {
    case "text":
      return item.text[orderOf(field.name)] ?? item.text[field.name] ?? null
    case "instant":
      return item.instant[field.name] ?? null
    case "boolean":
      return Number(item.boolean[field.name])
    case "value": {
      const first = item.values.get(field.uuid)?.[0]
      if (first === undefined) return null
      if ("number" in first) return first.number
      return options === undefined ? first.text : rankIn(options, first.text)
    }
  }
}

const rankIn = (options: ReadonlyArray<string>, text: string): number => {
  const rank = options.indexOf(text)
  return rank === -1 ? options.length : rank
}

/** Returns the description of a listing for cursors: its name, its sort order and the schema of its sort keys. */
export const cursorOrder = (listing: string, { direction, field, options }: Sort): CursorOrder => ({
  listing,
  order: `${field.kind === "value" ? field.uuid : field.name} ${direction}`,
  key: options === undefined ? keyOf(field) : numberKey
})

const keyOf = (field: Field): CursorOrder["key"] => {
  switch (field.kind) {
    case "text":
      return textKey
    case "instant":
      return instantKey
    case "boolean":
      return booleanKey
    case "value":
      return field.part === "text" ? textKey : numberKey
  }
}

const instantKey = Schema.NullOr(Schema.Int)
const booleanKey = Schema.Literals([0, 1])
const numberKey = Schema.NullOr(Schema.Finite)
