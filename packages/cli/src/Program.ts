import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { rollcall } from "./Cli.ts"
import { exitCodeOf } from "./ExitCode.ts"
import { helpLayer } from "./Help.ts"
import { version } from "./Version.ts"

/** The process ends at most so many milliseconds after a signal, whatever is in progress. What it accepted is durable. */
const shutdownDeadline = 9_500

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => setTimeout(() => process.exit(1), shutdownDeadline).unref())
}

rollcall.pipe(
  Command.run({ version }),
  Effect.tapErrorTag(["StartRefused", "CommandRefused", "NotDone"], (error) => Console.error(error.message)),
  Effect.provide(helpLayer),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ teardown: (exit, onExit) => onExit(exitCodeOf(exit)) })
)
