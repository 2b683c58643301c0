import type { WireIssue } from "@rollcall/api"
import { isStorable, placeOf } from "@rollcall/core/storage"
import { inBody } from "./Issues.ts"

/** The limits of a body beside its schema. */
export interface Bounds {
  /** The deepest nesting of lists and objects. */
  readonly maxDepth: number
  /** The most values, at all depths together. */
  readonly maxValues: number
  /** Whether numbers have to be finite. A value that is stored as it was given has to: `1e400` cannot be written as JSON. */
  readonly finite?: boolean
}

/** Room for everything that a body of the Contacts area can mean. */
export const defaultBounds: Bounds = { maxDepth: 64, maxValues: 20_000 }

/**
 * Returns what is wrong with parsed JSON whatever its schema: text or keys that no store can keep, too many values, too
 * deep a nesting. It does not recurse, so that nesting cannot exhaust the stack. A value that exceeds the bounds is not
 * inspected further and must not be decoded: `bounded` is false.
 */
export const inspect = (
  root: unknown,
  bounds: Bounds,
  at: ReadonlyArray<PropertyKey> = []
): { readonly issues: ReadonlyArray<WireIssue>; readonly bounded: boolean } => {
  const issues: Array<WireIssue> = []
  const refuse = (type: string, place: Place | undefined, msg: string) =>
    issues.push(inBody(type, placeOf([...at, ...pathOf(place)]), msg))
  const queue: Array<Place> = []
  let values = 0

  const visit = (value: unknown, parent: Place | undefined, key: PropertyKey): void => {
    values++
    if (typeof value === "string") {
      if (!isStorable(value)) {
        refuse("value_error", placed(value, parent, key), "must not hold U+0000 or a lone surrogate")
      }
    } else if (typeof value === "object" && value !== null) {
      queue.push(placed(value, parent, key))
    } else if (bounds.finite === true && typeof value === "number" && !Number.isFinite(value)) {
      refuse("value_error", placed(value, parent, key), "must be a number that a double can hold")
    }
  }

  const rootPlace = placed(root, undefined, "")
  if (typeof root === "object" && root !== null) queue.push(rootPlace)
  for (const place of queue) {
    const container = place.value
    if (place.depth > bounds.maxDepth) {
      refuse("value_error", place, `must not be nested deeper than ${bounds.maxDepth} levels`)
      return { issues, bounded: false }
    }
    if (Array.isArray(container)) {
      for (let index = 0; index < container.length && values <= bounds.maxValues; index++) {
        visit(container[index], place, index)
      }
    } else if (typeof container === "object" && container !== null) {
      for (const [key, value] of Object.entries(container)) {
        if (!isStorable(key)) refuse("value_error", place, `has a name that holds U+0000 or a lone surrogate`)
        visit(value, place, key)
      }
    }
    if (values > bounds.maxValues) {
      refuse("too_long", rootPlace, `must have at most ${bounds.maxValues} values`)
      return { issues, bounded: false }
    }
  }
  return { issues, bounded: true }
}

/** Where a value lies. The root has no parent, and no part in the path. */
interface Place {
  readonly value: unknown
  readonly parent: Place | undefined
  readonly key: PropertyKey
  readonly depth: number
}

const placed = (value: unknown, parent: Place | undefined, key: PropertyKey): Place => ({
  value,
  parent,
  key,
  depth: parent === undefined ? 1 : parent.depth + 1
})

const pathOf = (place: Place | undefined): ReadonlyArray<PropertyKey> =>
  place?.parent === undefined ? [] : [...pathOf(place.parent), place.key]
