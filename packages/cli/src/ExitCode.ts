import { Cause, Exit, Runtime } from "effect"
import { CliError } from "effect/cli"

/**
 * The exit codes: 2 for wrong arguments, and otherwise that of the error. An interruption ends a server with 0, and a
 * command with the code that it has set.
 */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.hasInterruptsOnly(exit.cause)) return Number(process.exitCode ?? 0)
  const error = Cause.squash(exit.cause)
  const isMisuse = CliError.isCliError(error) && error._tag === "ShowHelp" && error.errors.length > 0
  return isMisuse ? 2 : Runtime.getErrorExitCode(error)
}
