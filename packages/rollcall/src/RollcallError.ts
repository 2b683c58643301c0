import type { Issue } from "@rollcall/core"

/**
 * What went wrong, as a literal: `invalid_input`, `not_found`, `invalid_transition`, `not_undoable`, `archived`,
 * `segment_broken`, `events_removed`, `rows_removed`, `transaction`, `search_stopped`, `conflict`, `unavailable`,
 * `corrupt`, `database_not_ready`, `closed` or `internal`. The same call may succeed later after `conflict` and
 * `unavailable`.
 */
export type RollcallErrorCode = keyof typeof codes

/** The meaning of each code, and whether a retry may succeed. */
export const codes = {
  invalid_input: "The input breaks rules; `issues` has all of them.",
  not_found: "The workspace has nothing with this uuid or name.",
  invalid_transition: "The state of the broadcast does not allow the change.",
  not_undoable:
    "The contact has changed since its merge, or another merge must be undone first. The message says which.",
  archived: "What is archived cannot be changed.",
  segment_broken: "The segment cannot be evaluated as things are; the message says what of it is broken.",
  events_removed: "Events after the cursor were removed because of their age.",
  rows_removed: "The rows of the import were removed because of their age.",
  transaction: "The transaction of the host cannot be used; the message says why.",
  search_stopped: "The search took longer than its deadline, or too many ran already; the message says which.",
  conflict: "Another writer changed the same data. Try again.",
  unavailable:
    "The store, or a channel that was asked, did not answer in time; the same call may succeed later. The message says which.",
  corrupt: "The store returned data that Rollcall did not write.",
  database_not_ready:
    "The database cannot be used: its address, role, password or tables need a change; the message says what to do.",
  closed: "This Rollcall is closed.",
  internal: "A defect; `cause` has it."
} as const

/** The error of every call: a code for programs, a message for people, and the issues of an invalid input. */
export class RollcallError extends Error {
  /** `RollcallError`, for programs that check the name. */
  override readonly name = "RollcallError"
  /**
   * What went wrong, as a literal for programs: `invalid_input` (`issues` has each), `not_found`, `invalid_transition`,
   * `not_undoable`, `archived`, `segment_broken`, `events_removed`, `rows_removed`, `transaction`, `search_stopped`,
   * `conflict` and `unavailable` (the same call may succeed later), `corrupt`, `database_not_ready`, `closed` or
   * `internal`.
   */
  readonly code: RollcallErrorCode
  /** Everything wrong with the input, each issue with its path; empty for other errors. */
  readonly issues: ReadonlyArray<Issue>

  constructor(
    code: RollcallErrorCode,
    message: string,
    options: { readonly issues?: ReadonlyArray<Issue>; readonly cause?: unknown } = {}
  ) {
    super(message, "cause" in options ? { cause: options.cause } : {})
    this.code = code
    this.issues = options.issues ?? []
  }
}
