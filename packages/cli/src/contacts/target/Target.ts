import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { type AddressFlags, readAddress } from "../../target/Address.ts"
import { forCommand } from "../../target/ForCommand.ts"

/** Where rows are imported to: what an address leads to, and only the modules for it are loaded. */
export const importTargetLayer = (flags: AddressFlags) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const address = yield* readAddress(flags)
      if (address._tag === "Server") {
        const { layerServerImports } = yield* Effect.promise(() => import("./ServerImports.ts"))
        return Layer.provide(layerServerImports(address), FetchHttpClient.layer)
      }
      const { layerDatabase } = yield* Effect.promise(() => import("../../target/DatabaseRollcall.ts"))
      const { layerDatabaseImports } = yield* Effect.promise(() => import("./DatabaseImports.ts"))
      return layerDatabaseImports(address).pipe(Layer.provide(layerDatabase(address, { workers: true })))
    })
  ).pipe(forCommand)

/** Where contacts are exported from. */
export const contactSourceLayer = (flags: AddressFlags) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const address = yield* readAddress(flags)
      if (address._tag === "Server") {
        const { layerServerContacts } = yield* Effect.promise(() => import("./ServerContacts.ts"))
        return Layer.provide(layerServerContacts(address), FetchHttpClient.layer)
      }
      const { layerDatabase } = yield* Effect.promise(() => import("../../target/DatabaseRollcall.ts"))
      const { layerDatabaseContacts } = yield* Effect.promise(() => import("./DatabaseContacts.ts"))
      return layerDatabaseContacts(address).pipe(Layer.provide(layerDatabase(address, { workers: false })))
    })
  ).pipe(forCommand)
