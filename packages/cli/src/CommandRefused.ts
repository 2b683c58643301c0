import { whyUnusable } from "./serve/index.ts"
import { type PlatformError, Runtime, Schema } from "effect"

/**
 * A command cannot start or continue. The message names the place (file, line, column, flag) and the problem, and after a
 * stop in the middle how far the command came. The process ends with 2.
 */
export class CommandRefused extends Schema.TaggedError<CommandRefused>()("CommandRefused", { message: Schema.String }) {
  /** The message is shown without a stack trace. */
  override readonly [Runtime.errorReported] = false
  override readonly [Runtime.errorExitCode] = 2
}

/**
 * What a command asks for does not exist, or its state forbids the operation, or what the command waited for has failed.
 * The process ends with 1.
 */
export class NotDone extends Schema.TaggedError<NotDone>()("NotDone", { message: Schema.String }) {
  override readonly [Runtime.errorReported] = false
  override readonly [Runtime.errorExitCode] = 1
}

/** The import is complete, and some of its rows failed, which were reported. The process ends with 1. */
export class RowsFailed extends Schema.TaggedError<RowsFailed>()("RowsFailed", {}) {
  override readonly [Runtime.errorReported] = false
  override readonly [Runtime.errorExitCode] = 1
}

/** The refusal of a command for a reason. */
export const refusal = (message: string): CommandRefused => new CommandRefused({ message })

/** The refusal of a file, for the error of the operating system. */
export const cannotUse = (path: string, { reason }: PlatformError.PlatformError): CommandRefused =>
  refusal(`${path}: ${whyUnusable(reason.cause ?? reason)}`)
