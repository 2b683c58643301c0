import type { StorageError } from "@rollcall/core"
import { countedRows, Database, rewriteCounts, type WrongCounts, wrongCounts } from "@rollcall/storage-sql"
import { Effect } from "effect"
import { IsLimited } from "../Session.ts"

/** Runs an effect in a transaction whose statements may take as long as they need. */
export const unlimited = <A>(effect: Effect.Effect<A, StorageError, Database>) =>
  Effect.gen(function* () {
    const { mapErrors, sql, transaction } = yield* Database
    const setting = mapErrors(
      sql`SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`
    )
    return yield* transaction(Effect.andThen(setting, effect))
  }).pipe(Effect.provideService(IsLimited, false))

/**
 * Counts all rows anew, and returns the tables that differed. The rows are locked against changes first, in the order in
 * which transactions write them.
 */
export const repairCounts: Effect.Effect<ReadonlyArray<WrongCounts>, StorageError, Database> = Effect.gen(function* () {
  const { mapErrors, sql, table } = yield* Database
  for (const name of countedRows) yield* mapErrors(sql`LOCK TABLE ${table(name)} IN SHARE ROW EXCLUSIVE MODE`)
  const wrong = yield* wrongCounts
  if (wrong.length > 0) yield* rewriteCounts
  return wrong
})
