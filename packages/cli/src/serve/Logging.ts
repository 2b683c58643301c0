import { Array as Arr, Cause, Effect, Formatter, Layer, Logger, Predicate, References } from "effect"
import { isatty } from "node:tty"
import { LogOutput } from "./LogOutput.ts"
import type { Settings } from "./settings/Settings.ts"

/** Logs to standard error, as text for people or as JSON Lines. Standard output stays free. */
export const loggingLayer = (settings: Pick<Settings, "logFormat" | "logLevel">): Layer.Layer<never> => {
  const terminal = isatty(2)
  const pretty = (settings.logFormat ?? (terminal ? "pretty" : "json")) === "pretty"
  return Layer.mergeAll(
    Logger.layer([
      pretty
        ? withText(Logger.consolePretty({ mode: "tty", colors: terminal }))
        : Effect.map(Effect.flatten(LogOutput), jsonTo)
    ]),
    Layer.succeed(References.LogToStderr, true),
    Layer.succeed(References.MinimumLogLevel, settings.logLevel)
  )
}

const jsonTo = (output: (line: string) => void) => withText(Logger.map(formatJson, output))

/**
 * Formats the same line as `Logger.formatJson`, but faster. That function searches every value for secrets and cycles,
 * which takes most of its time; plain values have neither.
 */
export const formatJson = Logger.map(Logger.formatStructured, (line): string =>
  Arr.every([line.message, ...Object.values(line.annotations)], isPlain)
    ? JSON.stringify(line)
    : Formatter.formatJson(line)
)

const isPlain = Predicate.or(Predicate.isString, Predicate.or(Predicate.isNumber, Predicate.isNull))

/** Gives every line a message: its own, or the message of its error. An error in a line is replaced by its message. */
export const withText = <Output>(logger: Logger.Logger<unknown, Output>): Logger.Logger<unknown, Output> =>
  Logger.make((options) => {
    const parts = Arr.ensure(options.message)
    const message = parts.length === 0 ? textOf(Cause.squash(options.cause)) : parts.map(textOf).join(" ")
    return logger.log({ ...options, message })
  })

const textOf = (part: unknown): string => {
  if (part instanceof Error) return part.message === "" ? part.name : part.message
  return typeof part === "string" ? part : Formatter.format(part)
}
