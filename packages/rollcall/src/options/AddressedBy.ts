import { DatabaseAddress, type HostTransaction } from "@rollcall/storage-sql"
import { Effect, Layer } from "effect"
import type { StorageDefinition, StoreUpkeep } from "./Options.ts"

type Store = Pick<StorageDefinition<never, HostTransaction>, "layer"> & { readonly upkeep: StoreUpkeep }

/** Wraps a store so that its errors name the option with the database address. */
export const addressedBy = (address: string, { layer, upkeep: { inspect, repair } }: Store): Store => ({
  layer: Layer.provide(layer, Layer.succeed(DatabaseAddress, address)),
  upkeep: {
    inspect: Effect.provideService(inspect, DatabaseAddress, address),
    repair: Effect.provideService(repair, DatabaseAddress, address)
  }
})
