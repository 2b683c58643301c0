import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Runtime } from "effect"
import { Command } from "effect/cli"
import { rollcall } from "./Cli.ts"
import { helpLayer } from "./Help.ts"
import { version } from "./Version.ts"

/** However much is under way, the process is gone so many milliseconds after it was told to stop. What it had accepted is durable. */
const patience = 9_500

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => setTimeout(() => process.exit(1), patience).unref())
}

/** Being told to stop is no failure of a server. */
const teardown: Runtime.Teardown = (exit, onExit) =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? onExit(0) : Runtime.defaultTeardown(exit, onExit)

rollcall.pipe(
  Command.run({ version }),
  Effect.tapErrorTag("StartRefused", (error) => Console.error(error.message)),
  Effect.provide(helpLayer),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ teardown })
)
