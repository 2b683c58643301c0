import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { loggingLayer } from "../../Logging.ts"
import { CommandRefused } from "../CommandRefused.ts"
import { type AddressFlags, readAddress } from "./Address.ts"

const logging = loggingLayer({ logFormat: "pretty", logLevel: "Warn" })

const refuse = ({ message }: { readonly message: string }) => new CommandRefused({ message })

/** Where rows are imported to: what an address leads to, and only the modules for it are loaded. */
export const importTargetLayer = (flags: AddressFlags) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const address = yield* readAddress(flags)
      if (address._tag === "Server") {
        const { layerServerImports } = yield* Effect.promise(() => import("./ServerImports.ts"))
        return Layer.provide(layerServerImports(address), FetchHttpClient.layer)
      }
      const { layerDatabase } = yield* Effect.promise(() => import("./DatabaseRollcall.ts"))
      const { layerDatabaseImports } = yield* Effect.promise(() => import("./DatabaseImports.ts"))
      return layerDatabaseImports(address).pipe(Layer.provide(layerDatabase(address, { workers: true })), refusals)
    })
  ).pipe(Layer.provide(logging))

/** Where contacts are exported from. */
export const contactSourceLayer = (flags: AddressFlags) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const address = yield* readAddress(flags)
      if (address._tag === "Server") {
        const { layerServerContacts } = yield* Effect.promise(() => import("./ServerContacts.ts"))
        return Layer.provide(layerServerContacts(address), FetchHttpClient.layer)
      }
      const { layerDatabase } = yield* Effect.promise(() => import("./DatabaseRollcall.ts"))
      const { layerDatabaseContacts } = yield* Effect.promise(() => import("./DatabaseContacts.ts"))
      return layerDatabaseContacts(address).pipe(Layer.provide(layerDatabase(address, { workers: false })), refusals)
    })
  ).pipe(Layer.provide(logging))

/** Whatever a database cannot be opened for, the command is refused. */
const refusals = <A, E extends { readonly message: string }, R>(layer: Layer.Layer<A, E, R>) =>
  Layer.effectContext(Effect.mapError(Layer.build(layer), refuse))
