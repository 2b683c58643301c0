import { Runtime, Schema } from "effect"

/**
 * A command cannot begin, or cannot go on. The message is all that its user reads: the place (file, line, column, flag)
 * and what is wrong there, and after a stop in the middle how far it came. The process ends with 2.
 */
export class CommandRefused extends Schema.TaggedError<CommandRefused>()("CommandRefused", { message: Schema.String }) {
  /** The message is all that is shown: no stack trace. */
  override readonly [Runtime.errorReported] = false
  override readonly [Runtime.errorExitCode] = 2
}

/**
 * A command was understood, and what it asks for cannot be: there is no such thing, or it is not in a state for it, or
 * something did not end well that it waited for. The message is all that its user reads. The process ends with 1.
 */
export class NotDone extends Schema.TaggedError<NotDone>()("NotDone", { message: Schema.String }) {
  override readonly [Runtime.errorReported] = false
  override readonly [Runtime.errorExitCode] = 1
}

/** The import went through, and some rows failed, of which its user was told. The process ends with 1. */
export class RowsFailed extends Schema.TaggedError<RowsFailed>()("RowsFailed", {}) {
  override readonly [Runtime.errorReported] = false
  override readonly [Runtime.errorExitCode] = 1
}
