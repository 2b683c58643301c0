import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Runtime } from "effect"
import { CliError, Command } from "effect/cli"
import { rollcall } from "./Cli.ts"
import { helpLayer } from "./Help.ts"
import { version } from "./Version.ts"

/** The process ends at most so many milliseconds after a signal, whatever is in progress. What it accepted is durable. */
const shutdownDeadline = 9_500

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => setTimeout(() => process.exit(1), shutdownDeadline).unref())
}

/**
 * The exit codes: 2 for wrong arguments, and otherwise that of the error. An interruption ends a server with 0, and a
 * command with the code that it has set.
 */
const teardown: Runtime.Teardown = (exit, onExit) => {
  if (Exit.isSuccess(exit)) return onExit(0)
  if (Cause.hasInterruptsOnly(exit.cause)) return onExit(Number(process.exitCode ?? 0))
  const error = Cause.squash(exit.cause)
  const isMisuse = CliError.isCliError(error) && error._tag === "ShowHelp" && error.errors.length > 0
  return onExit(isMisuse ? 2 : Runtime.getErrorExitCode(error))
}

rollcall.pipe(
  Command.run({ version }),
  Effect.tapErrorTag(["StartRefused", "CommandRefused", "NotDone"], (error) => Console.error(error.message)),
  Effect.provide(helpLayer),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ teardown })
)
