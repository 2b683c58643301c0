import { issue, type Issue, type IssuePath } from "../../shared/Issue.ts"

/** A part of a message that takes values. `card` is the place of its card, from 0; null outside of cards. */
export interface MessagePart {
  readonly card: number | null
  readonly part: "header" | "body" | "buttons"
}

/** What the platform would refuse of the values of a part. */
export interface ValueProblem {
  /** The place of the value in its part, from 0; null if it is all of them together. */
  readonly index: number | null
  /** Said of the value, such as `must not be empty`. */
  readonly problem: string
}

/**
 * What the platform of a channel would refuse of the values of a part, so that it is said when a broadcast is accepted.
 * Values that are missing or empty are not given to it. It is asked for each recipient, so it must be fast.
 */
export type ValueCheck = (part: MessagePart, values: ReadonlyArray<string>) => ReadonlyArray<ValueProblem>

/** The check of a platform that takes any value. */
export const anyValue: ValueCheck = () => []

/** The issues of one value that is the whole of its part. */
export const valueIssues = (
  check: ValueCheck,
  part: MessagePart,
  value: string,
  path: IssuePath
): ReadonlyArray<Issue> => check(part, [value]).map(({ problem }) => issue("value_error", path, problem))
