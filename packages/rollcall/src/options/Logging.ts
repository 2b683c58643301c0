import { Layer, Logger, References } from "effect"

/** Writes one log entry: its level, message and further values. */
export type Log = (level: "warn" | "error", message: string, fields: Readonly<Record<string, unknown>>) => void

/** Writes warnings and errors to the host's log, by default to the console. `false` writes none. */
export const loggingLayer = (log: Log | false | undefined): Layer.Layer<never> =>
  Layer.mergeAll(
    Logger.layer(log === false ? [] : [log === undefined ? consoleLogger : hostLogger(log)]),
    Layer.succeed(References.MinimumLogLevel, log === false ? "None" : "Warn")
  )

const hostLogger = (log: Log) =>
  Logger.map(Logger.formatStructured, ({ annotations, cause, level, message }) =>
    log(level === "WARN" ? "warn" : "error", messageOf(message), {
      ...annotations,
      ...(cause !== undefined && { cause })
    })
  )

const messageOf = (message: unknown): string => (typeof message === "string" ? message : JSON.stringify(message))

/**
 * Formats one line: `rollcall: The request failed (requestId: 0195...): Error: no session, at authorize (app.ts:7:11)`.
 */
const consoleLogger = Logger.withLeveledConsole(
  Logger.map(Logger.formatStructured, ({ annotations, cause, message }) => {
    const fields = Object.entries(annotations).map(([name, value]) => `${name}: ${textOf(value)}`)
    const about = fields.length === 0 ? "" : ` (${fields.join(", ")})`
    const line = `rollcall: ${messageOf(message)}${about}`
    return cause === undefined ? line : `${line}: ${shortCause(cause)}`
  })
)

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** Returns the message of an error and its first stack location. */
const shortCause = (cause: string): string => {
  const lines = cause.split("\n").map((line) => line.trim())
  const place = lines.findIndex((line) => line.startsWith("at "))
  return place === -1 ? lines.join(" ") : `${lines.slice(0, place).join(" ")}, ${lines[place]}`
}
