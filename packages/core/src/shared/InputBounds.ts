import { issue, type Issue } from "./Issue.ts"
import { isStorable } from "./Text.ts"

/** The limits of an input beside its schema. */
export interface InputBounds {
  /** The deepest nesting of lists and objects. */
  readonly maxDepth: number
  /** The most values, at all depths together. */
  readonly maxValues: number
  /**
   * Whether numbers have to be finite. A value that is stored as it was given has to: `1e400` cannot be written as
   * JSON.
   */
  readonly finite?: boolean
}

/** Room for everything that the input of one contact, or one recipient, can mean. */
export const defaultBounds: InputBounds = { maxDepth: 64, maxValues: 20_000 }

/**
 * Returns what is wrong with an input whatever its schema: text or keys that no store can keep, too many values, too
 * deep a nesting. It does not recurse, so that nesting cannot exhaust the stack. A value that exceeds the bounds is not
 * inspected further and must not be decoded: `bounded` is false.
 */
export const inspectInput = (
  root: unknown,
  bounds: InputBounds = defaultBounds
): { readonly issues: ReadonlyArray<Issue>; readonly bounded: boolean } => {
  const issues: Array<Issue> = []
  const refuse = (code: "value_error" | "too_long", place: Place, message: string) =>
    issues.push(issue(code, pathOf(place), message))
  const rootPlace: Place = { value: root, parent: undefined, key: "", depth: 1 }
  const queue: Array<Place> = []
  let values = 0

  const visit = (value: unknown, parent: Place | undefined, key: string | number): void => {
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
  readonly key: string | number
  readonly depth: number
}

const placed = (value: unknown, parent: Place | undefined, key: string | number): Place => ({
  value,
  parent,
  key,
  depth: parent === undefined ? 1 : parent.depth + 1
})

const pathOf = (place: Place): Issue["path"] => (place.parent === undefined ? [] : [...pathOf(place.parent), place.key])
