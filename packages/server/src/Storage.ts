import type { Storage, StorageError } from "@rollcall/core"
import { Effect, Layer } from "effect"
import { closeSync, openSync } from "node:fs"
import type { DatabaseUrl } from "./DatabaseUrl.ts"
import { refuseFile, StartRefused } from "./StartRefused.ts"

const variable = "ROLLCALL_DATABASE_URL"

/** The store that the settings name. Only its own package is loaded. */
export const storageLayer = (url: DatabaseUrl): Layer.Layer<Storage, StartRefused> =>
  Layer.unwrap(
    Effect.gen(function* () {
      switch (url._tag) {
        case "Memory": {
          const { layer } = yield* Effect.promise(() => import("@rollcall/storage-memory"))
          return layer
        }
        case "Sqlite": {
          yield* checkFile(url.filename)
          const { layer } = yield* Effect.promise(() => import("@rollcall/storage-sqlite"))
          return Layer.effectContext(
            Effect.catch(Layer.build(layer(url)), (error) => Effect.fail(refuseDatabase(url, error)))
          )
        }
        case "Postgres":
          return yield* new StartRefused({
            message: `${variable}: Postgres is not supported yet; use sqlite:<file> or memory:`
          })
      }
    })
  )

/** SQLite says of every file that it cannot open the same; the operating system says why. */
const checkFile = (filename: string) =>
  Effect.try({
    try: () => closeSync(openSync(filename, "a")),
    catch: (cause) => refuseFile(variable, filename, cause)
  })

/** The store failed before the server was up. */
export const refuseDatabase = (url: DatabaseUrl, { cause, reason }: StorageError): StartRefused => {
  const name = url._tag === "Sqlite" ? url.filename : `${url._tag.toLowerCase()}:`
  return reason === "Corrupt"
    ? new StartRefused({ message: `${variable}: ${name}: it is damaged or is not a database of Rollcall` })
    : refuseFile(variable, name, cause)
}
