import { OptOutStore } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { Database } from "../database/Database.ts"

/** The {@link OptOutStore} port over tables in memory, which need no digests: nothing of them outlives the process. */
export const layer = Layer.effect(
  OptOutStore,
  Effect.map(Database, ({ read, write }) =>
    OptOutStore.of({
      find: (workspace, addresses) =>
        read(
          ({ optOuts }) =>
            new Map(
              addresses.flatMap((address) => {
                const optOut = optOuts.get(workspace, address)
                return optOut === undefined ? [] : [[address, optOut] as const]
              })
            )
        ),

      add: (workspace, addresses, source, at) =>
        write(({ optOuts }, now) =>
          addresses.filter((address) => {
            const known = optOuts.get(workspace, address)
            if (known !== undefined && (known.source !== "merge" || source.source === "merge")) return false
            optOuts.set(workspace, address, { ...source, at: at ?? now })
            return true
          })
        ),

      remove: (workspace, addresses) =>
        write(({ optOuts }) => addresses.filter((address) => optOuts.remove(workspace, address)))
    })
  )
)
