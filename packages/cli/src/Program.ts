import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { whyUnusable } from "./serve/index.ts"
import { Console, Effect, Exit } from "effect"
import { Command } from "effect/cli"
import { rollcall } from "./Cli.ts"
import { exitCodeOf } from "./ExitCode.ts"
import { helpLayer } from "./Help.ts"
import { isClosed } from "./screen/StandardOutput.ts"
import { version } from "./Version.ts"

/**
 * How long a shutdown may take after a signal, in milliseconds. Then the process exits, even if work is in progress.
 * Accepted requests are durable.
 */
const shutdownDeadline = 9_500

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => setTimeout(() => process.exit(1), shutdownDeadline).unref())
}

/** The first error of standard output. Otherwise errors of `console.log` are silent. */
let unwritten: unknown
process.stdout.on("error", (error) => {
  unwritten ??= error
})

/** Returns the exit code of a command, or 2 if its output could not be written. */
const exitCode = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isFailure(exit) || unwritten === undefined || isClosed(unwritten)) return exitCodeOf(exit)
  process.stderr.write(`standard output: ${whyUnusable(unwritten)}\n`)
  return 2
}

rollcall.pipe(
  Command.run({ version }),
  Effect.tapErrorTag(["StartRefused", "CommandRefused", "NotDone"], (error) => Console.error(error.message)),
  Effect.provide(helpLayer),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ teardown: (exit, onExit) => setImmediate(() => onExit(exitCode(exit))) })
)
