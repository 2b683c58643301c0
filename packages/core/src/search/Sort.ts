import { compareCodePoints } from "../shared/Text.ts"
import type { Field, Searchable } from "./Field.ts"

export type SortDirection = "asc" | "desc"

/**
 * An order of items: by one field, missing values last in both directions, and by `uuid` in the same direction
 * where the field decides nothing, so that pages neither repeat nor skip (S9). A list counts by its first element.
 */
export interface Sort {
  readonly field: Field
  readonly direction: SortDirection
}

/** The definition of a {@link Sort}, as a comparison. */
export const comparator = ({ direction, field }: Sort): ((a: Searchable, b: Searchable) => number) => {
  const sign = direction === "asc" ? 1 : -1
  return (a, b) => {
    const x = valueOf(a, field)
    const y = valueOf(b, field)
    if ((x === null) !== (y === null)) return x === null ? 1 : -1
    const order = x === null || y === null ? 0 : compare(x, y)
    return sign * (order === 0 ? compareCodePoints(a.uuid, b.uuid) : order)
  }
}

const compare = (x: string | number, y: string | number): number =>
  typeof x === "string" && typeof y === "string" ? compareCodePoints(x, y) : Number(x) - Number(y)

const valueOf = (item: Searchable, field: Field): string | number | null => {
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
