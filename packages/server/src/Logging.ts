import { Layer, Logger, References } from "effect"
import { isatty } from "node:tty"
import type { Settings } from "./settings/Settings.ts"

/** Logs go to standard error, as lines for a person or as one JSON object a line; standard output stays free. */
export const loggingLayer = (settings: Pick<Settings, "logFormat" | "logLevel">): Layer.Layer<never> => {
  const terminal = isatty(2)
  const pretty = (settings.logFormat ?? (terminal ? "pretty" : "json")) === "pretty"
  return Layer.mergeAll(
    Logger.layer([
      pretty ? Logger.consolePretty({ mode: "tty", colors: terminal }) : Logger.withConsoleError(Logger.formatJson)
    ]),
    Layer.succeed(References.LogToStderr, true),
    Layer.succeed(References.MinimumLogLevel, settings.logLevel)
  )
}
