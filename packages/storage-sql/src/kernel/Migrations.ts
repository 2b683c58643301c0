import { Effect, Layer } from "effect"
import { Migrator } from "effect/sql"
import { Database } from "./Database.ts"

/**
 * Brings the database up to the newest of these migrations, named `0001_what_it_does` and numbered upward, in one
 * transaction. Those that it has are left out, also when several processes start at once.
 */
export const layerMigrations = (migrations: Parameters<typeof Migrator.fromRecord>[0]) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { attempt } = yield* Database
      yield* attempt(Migrator.make({})({ loader: Migrator.fromRecord(migrations), table: "rollcall_migrations" }))
    })
  )
