import { inBody, type Issue } from "./Issue.ts"
import { isStorable } from "./Text.ts"

/** What is wrong with a text that needs at least `min` and takes at most `max` UTF-16 units. */
export const textIssues = (
  field: string,
  text: string,
  { max, min = 0 }: { readonly min?: number; readonly max: number }
): ReadonlyArray<Issue> => {
  if (!isStorable(text)) return [inBody("value_error", field, "must not hold U+0000 or a lone surrogate")]
  if (text.length < min) {
    return [inBody("too_short", field, min === 1 ? "must not be empty" : `must have at least ${min} characters`)]
  }
  return text.length > max ? [inBody("too_long", field, `must have at most ${max} characters`)] : []
}
