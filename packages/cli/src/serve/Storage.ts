import type { StorageError, Storage } from "@rollcall/core"
import type { DatabaseNotReady } from "@rollcall/storage-postgres"
import { Duration, Effect, Layer, Redacted } from "effect"
import { awaitDatabase } from "./AwaitDatabase.ts"
import { openFile } from "./RegularFile.ts"
import type { DatabaseUrl } from "./settings/DatabaseUrl.ts"
import { diskFull, refuseFile, StartRefused } from "./StartRefused.ts"

/** The variable of the URL. */
export const variable = "ROLLCALL_DATABASE_URL"

/** How a database is opened. */
export interface OpenOptions {
  /** The variable or flag of the URL, for error messages. */
  readonly origin?: string
  /** Whether the Postgres address belongs to a pooler. */
  readonly pooled?: boolean
}

/**
 * The store of a URL; on Postgres in a schema. Only the package of the adapter is loaded. A Postgres database that is down is
 * tried for up to `wait`.
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

/** Opens the file once. The error of the operating system says why it cannot be used; the error of SQLite does not. */
export const checkFile = (filename: string, origin: string) => Effect.scoped(openFile(origin, filename))

/** The name of a database in messages. For Postgres only the host, because the URL may contain a password. */
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

/** The refusal for an error of the store. */
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

/** The words for data that can be read but makes no sense. */
const corrupt = "it has data that Rollcall did not write; another program changed it"
