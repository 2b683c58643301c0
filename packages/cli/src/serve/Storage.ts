import type { StorageError, Storage } from "@rollcall/core"
import type { DatabaseNotReady } from "@rollcall/storage-postgres"
import { Duration, Effect, Layer, Redacted } from "effect"
import { awaitDatabase } from "./AwaitDatabase.ts"
import { openFile } from "./RegularFile.ts"
import type { DatabaseUrl } from "./settings/DatabaseUrl.ts"
import { diskFull, refuseFile, StartRefused } from "./StartRefused.ts"

export const variable = "ROLLCALL_DATABASE_URL"

export interface OpenOptions {
  /** The variable or flag that has the URL, for error messages. */
  readonly origin?: string
  /** Whether the Postgres URL points to a pooler. */
  readonly pooled?: boolean
}

/**
 * Makes the store of a database URL, on Postgres in a schema. Loads only the adapter that it needs. If Postgres is
 * unavailable, retries for up to `wait`.
 */
export const storageLayer = (
  url: DatabaseUrl,
  schema: string,
  { origin = variable, pooled = false, wait = Duration.zero }: OpenOptions & { readonly wait?: Duration.Duration } = {}
): Layer.Layer<Storage, StartRefused> =>
  Layer.unwrap(
    Effect.gen(function* () {
      switch (url._tag) {
        case "Memory": {
          const { layer } = yield* Effect.promise(() => import("@rollcall/storage-memory"))
          return layer
        }
        case "Sqlite": {
          yield* checkFile(url.filename, origin)
          const { DatabaseAddress, layer } = yield* Effect.promise(() => import("@rollcall/storage-sqlite"))
          return Layer.effectContext(
            Layer.build(layer({ ...url, isOwn: true })).pipe(
              Effect.mapError((error) => refuseDatabase(url, error, origin)),
              Effect.provideService(DatabaseAddress, origin)
            )
          )
        }
        case "Postgres":
          return Layer.effectContext(
            Effect.gen(function* () {
              const { DatabaseAddress, layer } = yield* Effect.promise(() => import("@rollcall/storage-postgres"))
              const opening = Layer.build(layer({ url: url.url, schema, pooled }))
              return yield* awaitDatabase(opening, databaseName(url), wait).pipe(
                Effect.mapError((error) => refuseDatabase(url, error, origin)),
                Effect.provideService(DatabaseAddress, origin)
              )
            })
          )
      }
    })
  )

/**
 * Opens the file once, because the error of the operating system says why it can't be used, and the error of SQLite
 * doesn't.
 */
export const checkFile = (filename: string, origin: string) => Effect.scoped(openFile(origin, filename))

/**
 * Returns the name of a database for messages. For Postgres it is only the host, because the URL may contain a password.
 */
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

export const refuseDatabase = (
  url: DatabaseUrl,
  error: StorageError | DatabaseNotReady,
  origin: string = variable
): StartRefused => {
  const name = databaseName(url)
  if (error._tag === "DatabaseNotReady") return new StartRefused({ message: `${origin}: ${name}: ${error.message}` })
  if (error.isFull === true) return new StartRefused({ message: `${origin}: ${name}: ${diskFull}` })
  if (error.detail !== undefined) {
    const where = url._tag === "Sqlite" ? "" : `${name}: `
    return new StartRefused({ message: `${origin}: ${where}${error.detail}` })
  }
  return error.reason === "Corrupt"
    ? new StartRefused({ message: `${origin}: ${name}: ${corrupt}` })
    : refuseFile(origin, name, error.cause)
}

/** The message for data that can be read but isn't valid. */
const corrupt = "it has data that Rollcall did not write; another program changed it"
