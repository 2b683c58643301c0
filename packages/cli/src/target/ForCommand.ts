import { loggingLayer } from "@rollcall/server"
import { Effect, Layer } from "effect"
import { CommandRefused } from "../CommandRefused.ts"

const logging = loggingLayer({ logFormat: "pretty", logLevel: "Warn" })

/**
 * What a command works on, opened for it: whatever it cannot be opened for, the command is refused, and what it logs is
 * for a person and no less than a warning.
 */
export const forCommand = <A, E extends { readonly message: string }, R>(
  layer: Layer.Layer<A, E, R>
): Layer.Layer<A, CommandRefused, R> =>
  Layer.effectContext(Effect.mapError(Layer.build(layer), ({ message }) => new CommandRefused({ message }))).pipe(
    Layer.provide(logging)
  )
