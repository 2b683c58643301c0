import { issue, type Issue, type IssuePath } from "./Issue.ts"
import { isStorable } from "./Text.ts"

/** Returns what is wrong with a text that needs at least `min` and takes at most `max` UTF-16 units. */
export const textIssues = (
  path: IssuePath,
  text: string,
  { max, min = 0 }: { readonly min?: number; readonly max: number }
): ReadonlyArray<Issue> => {
  if (!isStorable(text)) return [issue("value_error", path, "must not hold U+0000 or a lone surrogate")]
  if (text.length < min) {
    return [issue("too_short", path, min === 1 ? "must not be empty" : `must have at least ${min} characters`)]
  }
  return text.length > max ? [issue("too_long", path, `must have at most ${max} characters`)] : []
}
