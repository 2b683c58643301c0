import type { StorageError } from "@rollcall/core"
import {
  type Damage,
  type DamagedObject,
  damageOf,
  Database,
  type DatabaseNotReady,
  type Inspection,
  mendCounts,
  type Migrations,
  type Repair,
  rowsOf,
  wrongCounts
} from "@rollcall/storage-sql"
import { Effect, Schema } from "effect"
import { check, missing } from "../SqliteMigrations.ts"
import { damagesOf, trigramIndexes } from "./Schema.ts"

type Ready<A> = Effect.Effect<A, StorageError | DatabaseNotReady, Database>

const messages = rowsOf(Schema.Struct({ message: Schema.String }))

const content = (name: string): Damage => ({
  kind: "content",
  name,
  table: null,
  problem: "damaged",
  isEssential: true
})

/**
 * Returns the faults that SQLite finds in the pages and indexes of the file, up to 100 lines, and rows with a dangling
 * foreign key. Reads the whole file.
 */
const damagedContent: Effect.Effect<ReadonlyArray<Damage>, StorageError, Database> = Effect.gen(function* () {
  const db = yield* Database
  const found = yield* messages(db)(db.sql`
    SELECT integrity_check AS message FROM pragma_integrity_check WHERE integrity_check <> 'ok'
    UNION ALL
    SELECT concat(count(*), ' rows of ', ${db.sql("table")}, ' refer to missing rows of ', parent)
    FROM pragma_foreign_key_check GROUP BY ${db.sql("table")}, parent`)
  return found.map(({ message }) => content(message))
})

/**
 * Returns the trigram indexes that differ from their strings. FTS5 compares them under the write lock, so only a repair
 * does this.
 */
const damagedTrigrams = Effect.fnUntraced(function* (existing: ReadonlyArray<string>) {
  const { mapErrors, sql, transaction } = yield* Database
  const compared = yield* Effect.forEach(existing, (name) =>
    transaction(mapErrors(sql`INSERT INTO ${sql(name)} (${sql(name)}, rank) VALUES ('integrity-check', 1)`)).pipe(
      Effect.as([]),
      Effect.catchTag("StorageError", (error) =>
        error.reason === "Corrupt"
          ? Effect.succeed([content(`index ${name} differs from the strings that it indexes`)])
          : error
      )
    )
  )
  return compared.flat()
})

/** Whether rows can be counted, because no table or column is lost. */
const isWhole = (damages: ReadonlyArray<DamagedObject>): boolean =>
  damages.every(({ expected }) => expected.statement !== null)

/** Compares a file with its migrations, its counts with its rows, and its pages with what SQLite expects. */
export const inspect = (migrations: Migrations): Ready<Inspection> =>
  Effect.gen(function* () {
    yield* check(migrations)
    const damages = yield* damagesOf(migrations)
    const pages = yield* damagedContent
    const counts = isWhole(damages) ? yield* wrongCounts : []
    return { damages: [...damages.map(damageOf), ...pages], counts }
  })

/**
 * Inspects a copy of a file. If the copy is from an earlier release, only its content is checked. Fails if the copy has no
 * Rollcall tables, or is from a newer release.
 */
export const inspectCopy = (migrations: Migrations): Ready<Inspection> =>
  Effect.gen(function* () {
    const names = yield* missing(migrations)
    if (names.length === 0) return yield* inspect(migrations)
    if (names.length === Object.keys(migrations).length) yield* check(migrations)
    return { damages: yield* damagedContent, counts: [] }
  })

/**
 * Recreates a file's missing objects, rebuilds damaged indexes and recounts all rows. No other connection writes meanwhile.
 * Reports damaged content that remains afterwards.
 */
export const repair = (migrations: Migrations): Ready<Repair> =>
  Effect.gen(function* () {
    yield* check(migrations)
    const { transaction } = yield* Database
    return yield* transaction(
      Effect.gen(function* () {
        const damages = yield* damagesOf(migrations)
        const lost = new Set(damages.map(({ expected }) => expected.name))
        const indexes = trigramIndexes(migrations)
        const pages = yield* damagedContent
        const texts = yield* damagedTrigrams(indexes.filter((name) => !lost.has(name)))
        const mended = yield* Effect.forEach(damages, (damaged) =>
          Effect.map(mend(damaged), (why) => ({ damaged, why }))
        )
        const left = mended.flatMap(({ damaged, why }) => (why === null ? [] : [{ damage: damageOf(damaged), why }]))
        yield* rebuild(indexes.filter((name) => texts.length > 0 || lost.has(name)))
        const stillDamaged = pages.length > 0 ? yield* Effect.andThen(reindex, damagedContent) : []
        const counts = isWhole(damages) ? yield* mendCounts : []
        return {
          found: { damages: [...damages.map(damageOf), ...pages, ...texts], counts },
          left: [...left, ...stillDamaged.map((damage) => ({ damage, why: "restore a backup" }))]
        }
      })
    )
  })

/** Recreates an object. Returns why that failed; null on success. */
const mend = Effect.fnUntraced(function* ({ expected: { statement } }: DamagedObject) {
  const { mapErrors, sql, transaction } = yield* Database
  if (statement === null) return "its data is lost: restore a backup"
  return yield* transaction(mapErrors(sql.unsafe(statement))).pipe(
    Effect.as(null),
    Effect.catchTag("StorageError", (error) => (error.reason === "Unavailable" ? error : Effect.succeed(whyNot(error))))
  )
})

const whyNot = ({ cause }: StorageError): string => (cause instanceof Error ? cause.message : String(cause))

const rebuild = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const { mapErrors, sql } = yield* Database
  for (const name of names) yield* mapErrors(sql`INSERT INTO ${sql(name)} (${sql(name)}) VALUES ('rebuild')`)
})

const reindex = Effect.flatMap(Database, ({ mapErrors, sql }) => mapErrors(sql`REINDEX`))
