import { Schema } from "effect"
import { compareAt, type CursorOrder, type Place, type PlaceKey, textKey } from "../../shared/Page.ts"
import { type Field, orderOf, type Searchable } from "./Field.ts"

export type SortDirection = "asc" | "desc"

/**
 * An order of items: by one field, missing values last in both directions, and by `uuid` in the same direction
 * where the field decides nothing, so that pages neither repeat nor skip. A list counts by its first element, a name by
 * the form in which it is ordered.
 */
export interface Sort {
  readonly field: Field
  readonly direction: SortDirection
  /** The texts of a field of options, in the order of the options. Other texts come after them. */
  readonly options?: ReadonlyArray<string>
}

/** The definition of a {@link Sort}, as a comparison. */
export const comparator =
  (sort: Sort): ((a: Searchable, b: Searchable) => number) =>
  (a, b) =>
    compareAt(sort.direction, valueOf(a, sort), a.uuid, valueOf(b, sort), b.uuid)

/** Where an item is in an order. */
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

/** An order of a listing as its cursors name it. */
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
