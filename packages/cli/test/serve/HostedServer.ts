import { ConfigProvider, Console, Effect, Fiber, Layer, Schedule } from "effect"
import { TestConsole } from "effect/testing"
import { LogOutput } from "../../src/serve/LogOutput.ts"
import { serve } from "../../src/serve/Serve.ts"
import type { Part } from "../../src/serve/serving/Parts.ts"
import { readSettings } from "../../src/serve/settings/Settings.ts"
import { bootstrapToken } from "./ServerProcess.ts"

/**
 * A server in this process that listens, on a free port by default. Its environment is `env` alone, and its files are in
 * the folder. It ends with the scope.
 */
export const hostServer = Effect.fnUntraced(function* (options: {
  readonly folder: string
  readonly env?: Readonly<Record<string, string>>
  /** The part that runs; all of them by default. */
  readonly only?: Part
}) {
  const env = {
    ROLLCALL_PORT: "0",
    ROLLCALL_BOOTSTRAP_TOKEN: bootstrapToken,
    ROLLCALL_DATABASE_URL: `sqlite:${options.folder}/rollcall.db`,
    ...options.env
  }
  const console = yield* TestConsole.make
  const fiber = yield* Effect.flatMap(readSettings, (settings) => serve(settings, { only: options.only })).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
    Effect.provideService(Console.Console, console),
    Effect.provideService(
      LogOutput,
      Effect.succeed((line) => console.error(line))
    ),
    // Of several servers in a process, each has services of its own.
    Effect.provideServiceEffect(Layer.CurrentMemoMap, Layer.makeMemoMap),
    Effect.forkScoped
  )
  const said = Effect.map(console.errorLines, (lines) => lines.map(String).join("\n"))
  const url = Effect.flatMap(said, (text) => Effect.fromNullishOr(listening.exec(text)?.[1]))
  return {
    url: yield* Effect.raceFirst(Effect.orDie(Effect.retry(url, Schedule.spaced("5 millis"))), Fiber.join(fiber)),
    /** What it logged so far. */
    logged: said,
    /** What it printed on standard output so far. */
    printed: Effect.map(console.logLines, (lines) => lines.map(String).join("\n")),
    /** Stops it as a signal does. */
    stop: Fiber.interrupt(fiber)
  }
})

const listening = /Rollcall is listening on (http:\/\/[^"\s]+)/
