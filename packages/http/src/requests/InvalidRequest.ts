import type { WireIssue } from "@rollcall/api"
import { Data } from "effect"

/** An error for a request with invalid values in its path, query or body. */
export class InvalidRequest extends Data.TaggedError("InvalidRequest")<{
  readonly issues: ReadonlyArray<WireIssue>
  /** The number of all issues, if `issues` lists only the first ones. */
  readonly total?: number
}> {}

/** Whether an error is an {@link InvalidRequest}. Works for errors without a tag. */
export const isInvalidRequest = (error: unknown): error is InvalidRequest => error instanceof InvalidRequest
