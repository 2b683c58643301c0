import type { WireIssue } from "@rollcall/api"
import { Data } from "effect"

/** A request breaks rules (W4). */
export class InvalidRequest extends Data.TaggedError("InvalidRequest")<{
  readonly issues: ReadonlyArray<WireIssue>
  /** How many issues there are, where `issues` are the first of them. */
  readonly total?: number
  /** How many issues the answer lists at most, where not as many as those of other requests. */
  readonly most?: number
}> {}
