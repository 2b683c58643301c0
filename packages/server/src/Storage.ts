import type { StorageError, Storage } from "@rollcall/core"
import type { DatabaseNotReady, MigrationTool, WrongCounts } from "@rollcall/storage-postgres"
import { Duration, Effect, Layer, Predicate, Redacted } from "effect"
import { awaitDatabase } from "./AwaitDatabase.ts"
import { openFile } from "./RegularFile.ts"
import type { DatabaseUrl } from "./settings/DatabaseUrl.ts"
import { diskFull, innermost, refuseFile, StartRefused } from "./StartRefused.ts"

const variable = "ROLLCALL_DATABASE_URL"

interface OpenOptions {
  /** The variable or flag of the URL, which an error names. */
  readonly origin?: string
  /** Whether the address of a Postgres database is that of a pooler. */
  readonly pooled?: boolean
}

/**
 * The store of a URL, on Postgres in a schema. Only its own package is loaded. A Postgres database that is down is waited
 * for, `wait` at most.
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
          const { layer } = yield* Effect.promise(() => import("@rollcall/storage-sqlite"))
          return Layer.effectContext(
            Effect.catch(Layer.build(layer({ ...url, isOwn: true })), (error) =>
              Effect.fail(refuseDatabase(url, error, origin))
            )
          )
        }
        case "Postgres":
          return Layer.effectContext(
            Effect.gen(function* () {
              const { layer } = yield* Effect.promise(() => import("@rollcall/storage-postgres"))
              const opening = Layer.build(layer({ url: url.url, schema, pooled }))
              return yield* awaitDatabase(opening, databaseName(url), wait).pipe(
                Effect.mapError((error) => refuseDatabase(url, error, origin))
              )
            })
          )
      }
    })
  )

/** What `rollcall migrate` does with the database of a URL. */
interface DatabaseMigrations {
  /** The names of the missing migrations, in their order. */
  readonly missing: Effect.Effect<ReadonlyArray<string>, StartRefused>
  /** Runs the missing migrations. Returns their names. */
  readonly run: Effect.Effect<ReadonlyArray<string>, StartRefused>
  /** The tables of counts that differ from the rows, with how many of their counts. */
  readonly wrongCounts: Effect.Effect<ReadonlyArray<WrongCounts>, StartRefused>
  /** Counts all rows anew. Returns the tables of counts that differed. */
  readonly repairCounts: Effect.Effect<ReadonlyArray<WrongCounts>, StartRefused>
  /** The SQL of the missing migrations; empty if none is missing. */
  readonly print: Effect.Effect<string, StartRefused>
}

/** The migrations of the database of a URL. `memory:` has none. */
export const databaseMigrations = (
  url: DatabaseUrl,
  schema: string,
  { origin = variable, pooled = false }: OpenOptions = {}
): Effect.Effect<DatabaseMigrations, StartRefused> => {
  const refusing = Effect.mapError((error: StorageError | DatabaseNotReady) => refuseDatabase(url, error, origin))
  const of = <Options>(tool: MigrationTool<Options>, options: Options): DatabaseMigrations => ({
    missing: refusing(tool.missing(options)),
    run: refusing(tool.run(options)),
    wrongCounts: refusing(tool.wrongCounts(options)),
    repairCounts: refusing(tool.repairCounts(options)),
    print: refusing(tool.print(options))
  })
  switch (url._tag) {
    case "Memory":
      return Effect.fail(new StartRefused({ message: `${origin}: memory: has no migrations` }))
    case "Sqlite":
      return Effect.andThen(
        checkFile(url.filename, origin),
        Effect.map(
          Effect.promise(() => import("@rollcall/storage-sqlite")),
          ({ migrate }) => of(migrate, url)
        )
      )
    case "Postgres":
      return Effect.map(
        Effect.promise(() => import("@rollcall/storage-postgres")),
        ({ migrate }) => of(migrate, { url: url.url, schema, pooled })
      )
  }
}

/** Opens the file once: the error of the operating system says why it cannot be used, which that of SQLite does not. */
const checkFile = (filename: string, origin: string) => Effect.scoped(openFile(origin, filename))

/** The name of a database in messages. Of a Postgres URL it is the host alone, for the URL may hold a password. */
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
  return error.reason === "Corrupt"
    ? new StartRefused({ message: `${origin}: ${name}: ${whyCorrupt(error.cause)}` })
    : refuseFile(origin, name, error.cause)
}

/** By the result codes of SQLite. An error without one comes from data that reads well and makes no sense. */
const whyCorrupt = (error: unknown): string => {
  const cause = innermost(error)
  const code = Predicate.hasProperty(cause, "errcode") ? Number(cause.errcode) & 0xff : undefined
  if (code === 26) return "it is not a database of SQLite"
  return code === 11
    ? "the database is damaged"
    : "it holds what Rollcall did not write: another program has changed it"
}
