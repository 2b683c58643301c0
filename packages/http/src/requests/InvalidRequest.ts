import type { WireIssue } from "@rollcall/api"
import { Data } from "effect"

/** The path, the query or the body of a request breaks rules. */
export class InvalidRequest extends Data.TaggedError("InvalidRequest")<{
  readonly issues: ReadonlyArray<WireIssue>
  /** The number of all issues, if `issues` has only the first. */
  readonly total?: number
}> {}

/** Whether an error is an {@link InvalidRequest}, among errors without a tag. */
export const isInvalidRequest = (error: unknown): error is InvalidRequest => error instanceof InvalidRequest
