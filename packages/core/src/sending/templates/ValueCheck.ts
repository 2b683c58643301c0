import { issue, type Issue, type IssuePath } from "../../shared/Issue.ts"

/** A part of a message that takes values. `card` is the index of the part's card, starting at 0; null outside of cards. */
export interface MessagePart {
  readonly card: number | null
  readonly part: "header" | "body" | "buttons"
}

/** A problem that the platform would have with a part's values. */
export interface ValueProblem {
  /** The index of the value in its part, starting at 0; null if the problem concerns all values together. */
  readonly index: number | null
  /** A predicate for the value, such as `must not be empty`. */
  readonly problem: string
}

/**
 * Returns the problems that a channel's platform would have with a part's values, so that they are found at acceptance.
 * Never called with missing or empty values. Called for each recipient, so the function must be fast.
 */
export type ValueCheck = (part: MessagePart, values: ReadonlyArray<string>) => ReadonlyArray<ValueProblem>

/** Accepts any value. */
export const anyValue: ValueCheck = () => []

/** Returns the issues of a part with a single value. */
export const valueIssues = (
  check: ValueCheck,
  part: MessagePart,
  value: string,
  path: IssuePath
): ReadonlyArray<Issue> => check(part, [value]).map(({ problem }) => issue("value_error", path, problem))
