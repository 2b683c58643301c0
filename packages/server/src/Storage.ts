import type { Storage, StorageError } from "@rollcall/core"
import { Effect, Layer, Redacted } from "effect"
import { closeSync, openSync } from "node:fs"
import type { DatabaseUrl } from "./DatabaseUrl.ts"
import { refuseFile, StartRefused } from "./StartRefused.ts"

const variable = "ROLLCALL_DATABASE_URL"

/** The store that the settings name. Only its own package is loaded. A refusal names `origin`, where the URL comes from. */
export const storageLayer = (url: DatabaseUrl, origin: string = variable): Layer.Layer<Storage, StartRefused> =>
  Layer.unwrap(
    Effect.gen(function* () {
      switch (url._tag) {
        case "Memory": {
          const { layer } = yield* Effect.promise(() => import("@rollcall/storage-memory"))
          return layer
        }
        case "Sqlite": {
          yield* checkFile(url.filename, origin)
          const { layer } = yield* Effect.promise(() => import("@rollcall/storage-sqlite"))
          return Layer.effectContext(
            Effect.catch(Layer.build(layer(url)), (error) => Effect.fail(refuseDatabase(url, error, origin)))
          )
        }
        case "Postgres":
          return Layer.effectContext(
            Effect.gen(function* () {
              const { layer } = yield* Effect.promise(() => import("@rollcall/storage-postgres"))
              return yield* Effect.catch(Layer.build(layer(url)), (error) =>
                Effect.fail(refuseDatabase(url, error, origin))
              )
            })
          )
      }
    })
  )

/** SQLite says of every file that it cannot open the same; the operating system says why. */
const checkFile = (filename: string, origin: string) =>
  Effect.try({
    try: () => closeSync(openSync(filename, "a")),
    catch: (cause) => refuseFile(origin, filename, cause)
  })

/** What a message calls a database. The URL of a Postgres database may hold a password, so it shows the host alone. */
export const databaseName = (url: DatabaseUrl): string => {
  switch (url._tag) {
    case "Sqlite":
      return url.filename
    case "Memory":
      return "memory:"
    case "Postgres":
      return `postgres://${URL.parse(Redacted.value(url.url))?.host ?? "..."}`
  }
}

/** The store failed before the server was up. */
export const refuseDatabase = (
  url: DatabaseUrl,
  { cause, reason }: StorageError,
  origin: string = variable
): StartRefused => {
  const name = databaseName(url)
  return reason === "Corrupt"
    ? new StartRefused({ message: `${origin}: ${name}: it is damaged or is not a database of Rollcall` })
    : refuseFile(origin, name, cause)
}
