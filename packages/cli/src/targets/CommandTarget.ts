import { loggingLayer } from "../serve/index.ts"
import { Effect, Layer } from "effect"
import { asRefusal, type CommandRefused } from "../CommandRefused.ts"
import { type AddressFlags, readAddress } from "./Address.ts"
import type { DatabaseOptions } from "./DatabaseTarget.ts"
import { layerServer } from "./ServerTarget.ts"

/**
 * Makes the target that the flags and the environment select. Loads only the modules that it needs. `imports` also creates
 * a missing database.
 */
export const layerTarget = (flags: AddressFlags, options: DatabaseOptions = {}) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const address = yield* readAddress(flags)
      if (address._tag === "Server") return layerServer(address)
      const { layerDatabase } = yield* Effect.promise(() => import("./DatabaseTarget.ts"))
      return layerDatabase(address, { ...options, make: options.make === true || options.imports === true })
    })
  ).pipe(forCommand)

const logging = loggingLayer({ logFormat: "pretty", logLevel: "Warn" })

/** Opens a layer for a command. Its errors fail the command, and it logs warnings and errors for people. */
export const forCommand = <A, E extends { readonly message: string }, R>(
  layer: Layer.Layer<A, E, R>
): Layer.Layer<A, CommandRefused, R> => Layer.effectContext(asRefusal(Layer.build(layer))).pipe(Layer.provide(logging))
