import type { Field } from "./Field.ts"
import type { Searchable } from "./Searchable.ts"
import { compareCodePoints } from "../shared/Text.ts"

export type SortDirection = "asc" | "desc"

/**
 * An order of contacts: by one field, missing values last in both directions, and by `uuid` in the same direction
 * where the field decides nothing, so that pages neither repeat nor skip (S9). A list counts by its first element.
 */
export interface Sort {
  readonly field: Field
  readonly direction: SortDirection
}

/** Newest first: the order where none is asked for. */
export const newestFirst: Sort = { field: { kind: "instant", name: "created_at" }, direction: "desc" }

/** The definition of a {@link Sort}, as a comparison. */
export const comparator = ({ direction, field }: Sort): ((a: Searchable, b: Searchable) => number) => {
  const sign = direction === "asc" ? 1 : -1
  return (a, b) => {
    const x = valueOf(a, field)
    const y = valueOf(b, field)
    if (x === null || y === null) {
      if (x !== y) return x === null ? 1 : -1
    } else {
      const order = compare(x, y)
      if (order !== 0) return sign * order
    }
    return sign * compareCodePoints(a.uuid, b.uuid)
  }
}

const compare = (x: string | number, y: string | number): number =>
  typeof x === "string" && typeof y === "string" ? compareCodePoints(x, y) : Number(x) - Number(y)

const valueOf = (contact: Searchable, field: Field): string | number | null => {
  switch (field.kind) {
    case "text":
      return contact.text[field.name]
    case "instant":
      return contact.instant[field.name]
    case "boolean":
      return Number(contact.boolean[field.name])
    case "value": {
      const first = contact.values.get(field.uuid)?.[0]
      if (first === undefined) return null
      return "text" in first ? first.text : first.number
    }
  }
}
