import { Layer, Logger, References } from "effect"

/** Takes one line of the log: how serious it is, what happened, and further values. */
export type Log = (level: "warn" | "error", message: string, fields: Readonly<Record<string, unknown>>) => void

/** Gives warnings and errors to the host. A guest does not write to the output of its host. */
export const loggingLayer = (log: Log | undefined): Layer.Layer<never> =>
  Layer.mergeAll(
    Logger.layer(log === undefined ? [] : [hostLogger(log)]),
    Layer.succeed(References.MinimumLogLevel, log === undefined ? "None" : "Warn")
  )

const hostLogger = (log: Log) =>
  Logger.map(Logger.formatStructured, ({ annotations, cause, level, message }) =>
    log(level === "WARN" ? "warn" : "error", typeof message === "string" ? message : JSON.stringify(message), {
      ...annotations,
      ...(cause !== undefined && { cause })
    })
  )
