import type { StorageError } from "@rollcall/core"
import type {
  DatabaseAddress,
  DatabaseNotReady,
  Inspection,
  MigrationTool,
  nameOfDamage,
  Repair
} from "@rollcall/storage-postgres"
import { Effect } from "effect"
import { StartRefused } from "../StartRefused.ts"
import type { DatabaseUrl } from "../settings/DatabaseUrl.ts"
import { checkFile, type OpenOptions, refuseDatabase, variable } from "../Storage.ts"

/** The operations of `rollcall migrate` and `rollcall check` on a database. */
interface DatabaseMigrations {
  /** Returns the names of the missing migrations, in order. */
  readonly missing: Effect.Effect<ReadonlyArray<string>, StartRefused>
  /** Runs the missing migrations, and returns their names. */
  readonly run: Effect.Effect<ReadonlyArray<string>, StartRefused>
  /** Returns differences from the schema of the migrations, and counts that don't match the rows. */
  readonly inspect: Effect.Effect<Inspection, StartRefused>
  /** Creates what is missing, and recounts all rows. */
  readonly repair: Effect.Effect<Repair, StartRefused>
  /** Returns the SQL of the missing migrations; empty if none is missing. */
  readonly print: Effect.Effect<string, StartRefused>
  /** Describes a difference briefly. */
  readonly nameOf: typeof nameOfDamage
}

/** The members of an adapter that are used here. An adapter is loaded only if the database needs it. */
interface Adapter<Options> {
  readonly DatabaseAddress: typeof DatabaseAddress
  readonly migrate: MigrationTool<Options>
  readonly nameOfDamage: DatabaseMigrations["nameOf"]
}

/** Makes the operations on the database of a URL. `memory:` has no migrations. */
export const databaseMigrations = (
  url: DatabaseUrl,
  schema: string,
  { origin = variable, pooled = false }: OpenOptions = {}
): Effect.Effect<DatabaseMigrations, StartRefused> => {
  const of = <Options>(
    { DatabaseAddress, migrate: tool, nameOfDamage: nameOf }: Adapter<Options>,
    options: Options
  ): DatabaseMigrations => {
    const refusing = <A>(effect: Effect.Effect<A, StorageError | DatabaseNotReady>) =>
      effect.pipe(
        Effect.mapError((error) => refuseDatabase(url, error, origin)),
        Effect.provideService(DatabaseAddress, origin)
      )
    return {
      nameOf,
      missing: refusing(tool.missing(options)),
      run: refusing(tool.run(options)),
      inspect: refusing(tool.inspect(options)),
      repair: refusing(tool.repair(options)),
      print: refusing(tool.print(options))
    }
  }
  switch (url._tag) {
    case "Memory":
      return Effect.fail(new StartRefused({ message: `${origin}: memory: has no migrations` }))
    case "Sqlite":
      return Effect.andThen(
        checkFile(url.filename, origin),
        Effect.map(
          Effect.promise(() => import("@rollcall/storage-sqlite")),
          (adapter) => of(adapter, url)
        )
      )
    case "Postgres":
      return Effect.map(
        Effect.promise(() => import("@rollcall/storage-postgres")),
        (adapter) => of(adapter, { url: url.url, schema, pooled })
      )
  }
}
