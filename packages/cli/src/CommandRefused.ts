import { whyUnusable } from "./serve/index.ts"
import { Effect, type PlatformError, type Result, Runtime, Schema } from "effect"

/**
 * An error that keeps a command from starting or continuing. The message names the place (file, line, column or flag) and
 * the problem. If the command stopped halfway, it also says how far it got. The process exits with 2.
 */
export class CommandRefused extends Schema.TaggedError<CommandRefused>()("CommandRefused", { message: Schema.String }) {
  /** Shows only the message, without a stack trace. */
  override readonly [Runtime.errorReported] = false
  override readonly [Runtime.errorExitCode] = 2
}

/**
 * An error for a command that could not be done: the resource doesn't exist, its state forbids the operation, or the
 * operation that the command waited for failed. The process exits with 1.
 */
export class NotDone extends Schema.TaggedError<NotDone>()("NotDone", { message: Schema.String }) {
  override readonly [Runtime.errorReported] = false
  override readonly [Runtime.errorExitCode] = 1
}

/** An error for a complete import with failed rows, which were already reported. The process exits with 1. */
export class RowsFailed extends Schema.TaggedError<RowsFailed>()("RowsFailed", {}) {
  override readonly [Runtime.errorReported] = false
  override readonly [Runtime.errorExitCode] = 1
}

export const refusal = (message: string): CommandRefused => new CommandRefused({ message })

/** Turns any error into a {@link CommandRefused} with the same message. */
export const asRefusal = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.mapError(effect, ({ message }) => refusal(message))

export const orRefuse = <A>(result: Result.Result<A, string>) => Effect.mapError(Effect.fromResult(result), refusal)

/** Makes the error for a file that can't be used, from the error of the operating system. */
export const cannotUse = (path: string, { reason }: PlatformError.PlatformError): CommandRefused =>
  refusal(`${path}: ${whyUnusable(reason.cause ?? reason)}`)
