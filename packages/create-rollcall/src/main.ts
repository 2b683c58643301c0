#!/usr/bin/env node
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect } from "effect"
import { CliConfig, Command, GlobalFlag } from "effect/cli"
import { createRollcallCommand, requireFlags } from "./Command.ts"
import { version } from "./Version.ts"

requireFlags.pipe(
  Effect.andThen(Command.run(createRollcallCommand, { version })),
  Effect.tapErrorTag("NotCreated", (error) => Console.error(error.message)),
  // Ctrl+C at a prompt ends the program without an error.
  Effect.catchTag("QuitError", () => Effect.sync(() => void (process.exitCode = 130))),
  Effect.provide(CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version] })),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain
)
