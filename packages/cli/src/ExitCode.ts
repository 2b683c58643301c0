import { Cause, Effect, Exit, Runtime } from "effect"
import { CliError } from "effect/cli"

/**
 * Returns the exit code: 2 for wrong arguments, otherwise the code of the error. After an interruption, it is the code that
 * the command has set, or 0.
 */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.hasInterruptsOnly(exit.cause)) return Number(process.exitCode ?? 0)
  const error = Cause.squash(exit.cause)
  const isMisuse = CliError.isCliError(error) && error._tag === "ShowHelp" && error.errors.length > 0
  return isMisuse ? 2 : Runtime.getErrorExitCode(error)
}

/** Sets the exit code of an interrupted command. */
export const exitWith = (code: number) => Effect.sync(() => void (process.exitCode = code))
