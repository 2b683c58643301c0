import { Schema } from "effect"
import { compareAt, type CursorOrder, type Place, type PlaceKey, textKey } from "../../shared/Page.ts"
import type { Field, Searchable } from "./Field.ts"

export type SortDirection = "asc" | "desc"

/**
 * An order of items: by one field, missing values last in both directions, and by `uuid` in the same direction
 * where the field decides nothing, so that pages neither repeat nor skip. A list counts by its first element.
 */
export interface Sort {
  readonly field: Field
  readonly direction: SortDirection
}

/** The definition of a {@link Sort}, as a comparison. */
export const comparator =
  ({ direction, field }: Sort): ((a: Searchable, b: Searchable) => number) =>
  (a, b) =>
    compareAt(direction, valueOf(a, field), a.uuid, valueOf(b, field), b.uuid)

/** Where an item is in an order. */
export const sortPlace = ({ field }: Sort, item: Searchable): Place => ({ key: valueOf(item, field), uuid: item.uuid })

const valueOf = (item: Searchable, field: Field): PlaceKey => {
  switch (field.kind) {
    case "text":
      return item.text[field.name] ?? null
    case "instant":
      return item.instant[field.name] ?? null
    case "boolean":
      return Number(item.boolean[field.name])
    case "value": {
      const first = item.values.get(field.uuid)?.[0]
      if (first === undefined) return null
      return "text" in first ? first.text : first.number
    }
  }
}

/** An order of a listing as its cursors name it. */
export const cursorOrder = (listing: string, { direction, field }: Sort): CursorOrder => ({
  listing,
  order: `${field.kind === "value" ? field.uuid : field.name} ${direction}`,
  key: keyOf(field)
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
