import type { StorageError } from "@rollcall/core"
import {
  countedRows,
  type DamagedObject,
  damageOf,
  Database,
  type DatabaseNotReady,
  type Inspection,
  mendCounts,
  type Migrations,
  oneOf,
  type Repair,
  wrongCounts
} from "@rollcall/storage-sql"
import { Effect, Schema } from "effect"

import { IsLimited } from "../Session.ts"
import { damagesOf, keyName } from "./Catalogue.ts"
import { check, searchPath } from "./PostgresMigrations.ts"
import { quoted } from "./Readiness.ts"
import { answerOf } from "./ServerAnswer.ts"

type Ready<A> = Effect.Effect<A, StorageError | DatabaseNotReady, Database>

/** Runs an effect in a transaction without timeouts. The transaction's search path includes the schema. */
const unlimited = <A>(schema: string, effect: Effect.Effect<A, StorageError, Database>) =>
  Effect.gen(function* () {
    const { mapErrors, sql, transaction } = yield* Database
    const settings = sql`
      SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`
    return yield* transaction(Effect.all([mapErrors(settings), findTables(schema)]).pipe(Effect.andThen(effect)))
  }).pipe(Effect.provideService(IsLimited, false))

/** Sets the transaction's search path to the schema and the schemas of the existing extensions. */
const findTables = (schema: string) =>
  Effect.flatMap(Database, ({ mapErrors, sql }) =>
    mapErrors(sql`SELECT set_config('search_path', ${sql.literal(searchPath(schema))}, true)`)
  )

/** Whether a table or column is lost, so that rows cannot be counted. */
const hasLostRows = (damages: ReadonlyArray<DamagedObject>): boolean =>
  damages.some(({ expected }) => expected.statement === null)

/** Compares a schema with the objects its migrations create, and its counts with its rows. */
export const inspect = (migrations: Migrations, schema: string): Ready<Inspection> =>
  Effect.gen(function* () {
    yield* check(migrations, schema)
    const damages = yield* damagesOf(migrations, schema)
    const counts = hasLostRows(damages) ? [] : yield* unlimited(schema, wrongCounts)
    return { damages: damages.map(damageOf), counts }
  })

/**
 * Recreates a schema's missing objects and recounts all rows. First locks the tables against changes, in the order in
 * which transactions write to them.
 */
export const repair = (migrations: Migrations, schema: string): Ready<Repair> =>
  Effect.gen(function* () {
    yield* check(migrations, schema)
    return yield* unlimited(
      schema,
      Effect.gen(function* () {
        const { mapErrors, sql, table } = yield* Database
        const isWhole = !hasLostRows(yield* damagesOf(migrations, schema))
        if (isWhole) {
          for (const name of countedRows) yield* mapErrors(sql`LOCK TABLE ${table(name)} IN SHARE ROW EXCLUSIVE MODE`)
        }
        const damages = yield* damagesOf(migrations, schema)
        const mended = yield* Effect.forEach(damages, (damaged) =>
          Effect.map(mend(schema, damaged), (why) => ({ damaged, why }))
        )
        const counts = isWhole ? yield* mendCounts : []
        return {
          found: { damages: damages.map(damageOf), counts },
          left: mended.flatMap(({ damaged, why }) => (why === null ? [] : [{ damage: damageOf(damaged), why }]))
        }
      })
    )
  })

const constraint = oneOf(Schema.Struct({ name: Schema.String }))

/** Recreates an object. Returns why that is impossible; null on success. */
const mend = Effect.fnUntraced(function* (schema: string, { expected, problem }: DamagedObject) {
  const db = yield* Database
  const { kind, name, statement, table } = expected
  if (statement === null) return "its data is lost: restore a backup"
  const run = (text: string) => db.mapErrors(db.sql.unsafe(text).unprepared)
  const onTable = `ALTER TABLE ${quoted(schema)}.${quoted(table ?? "")}`
  const steps = Effect.gen(function* () {
    if (kind === "trigger" && problem === "disabled") {
      yield* run(`${onTable} ENABLE TRIGGER ${quoted(name)}`)
      return
    }
    if (kind === "key" && problem !== "missing") {
      const found = db.sql`
        SELECT conname AS name FROM pg_constraint
        WHERE conrelid = ${`${quoted(schema)}.${quoted(table ?? "")}`}::regclass AND ${db.sql.literal(keyName)} = ${name}`
      yield* run(`${onTable} DROP CONSTRAINT ${quoted((yield* constraint(db)(found)).name)}`)
    }
    if (kind === "check" && problem === "invalid") yield* run(`${onTable} DROP CONSTRAINT ${quoted(name)}`)
    if (kind === "index" && problem === "invalid") yield* run(`DROP INDEX ${quoted(schema)}.${quoted(name)}`)
    yield* run(statement)
    if (kind === "extension") yield* findTables(schema)
  })
  return yield* db.transaction(steps).pipe(
    Effect.as(null),
    Effect.catchTag("StorageError", (error) =>
      error.reason === "Unavailable" ? Effect.fail(error) : Effect.succeed(answerOf(error.cause).message)
    )
  )
})
