import { loggingLayer } from "../serve/index.ts"
import { Effect, Layer } from "effect"
import { type CommandRefused, refusal } from "../CommandRefused.ts"
import { type AddressFlags, readAddress } from "./Address.ts"
import { layerServer } from "./ServerTarget.ts"

/** Makes the target that the flags and the environment select. Loads only the modules that it needs. */
export const layerTarget = (
  flags: AddressFlags,
  {
    jobs = false,
    imports = false,
    make = false,
    templates = false
  }: {
    readonly jobs?: boolean
    readonly imports?: boolean
    /** Whether to create a missing database and its workspace `default`. Imports always do. */
    readonly make?: boolean
    readonly templates?: boolean
  } = {}
) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const address = yield* readAddress(flags)
      if (address._tag === "Server") return layerServer(address)
      const { layerDatabase } = yield* Effect.promise(() => import("./DatabaseTarget.ts"))
      return layerDatabase(address, { make: make || imports, jobs, imports, templates })
    })
  ).pipe(forCommand)

const logging = loggingLayer({ logFormat: "pretty", logLevel: "Warn" })

/** Opens a layer for a command. Its errors fail the command, and it logs warnings and errors for people. */
export const forCommand = <A, E extends { readonly message: string }, R>(
  layer: Layer.Layer<A, E, R>
): Layer.Layer<A, CommandRefused, R> =>
  Layer.effectContext(Effect.mapError(Layer.build(layer), ({ message }) => refusal(message))).pipe(
    Layer.provide(logging)
  )
