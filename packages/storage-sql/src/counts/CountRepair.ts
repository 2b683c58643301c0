import type { StorageError } from "@rollcall/core"
import { Effect, Schema, Struct } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import type { TableName } from "../shared/Tables.ts"
import { type CountedTable, countedTables } from "./CountedTables.ts"

/** A table of counts that differs from the rows that it counts: for how many of its keys, such as lists. */
export const WrongCounts = Schema.Struct({ table: Schema.String, keys: Schema.Natural })
export type WrongCounts = typeof WrongCounts.Type

const tables: ReadonlyArray<readonly [TableName, CountedTable]> = Struct.keys(countedTables).map((table) => [
  table,
  countedTables[table]
])

/** The tables whose rows are counted. */
export const countedRows: ReadonlyArray<TableName> = [
  "contacts",
  "contact_list_members",
  "contact_values",
  "broadcast_recipients"
]

const wrong = rowsOf(Schema.Struct({ wrong: Schema.Natural }))

/** Compares the counts that are kept with the rows that they count, and returns the tables that differ. Reads all rows. */
export const wrongCounts: Effect.Effect<ReadonlyArray<WrongCounts>, StorageError, Database> = Effect.gen(function* () {
  const db = yield* Database
  const found = yield* Effect.forEach(tables, ([table, counted]) =>
    Effect.map(wrong(db, db.sql.unsafe(comparison(db, table, counted)).unprepared), (rows) =>
      rows.map(({ wrong }) => ({ table, keys: wrong }))
    )
  )
  return found.flat().filter(({ keys }) => keys > 0)
})

/** Replaces all counts by those of the rows, which no other transaction may change meanwhile. */
export const rewriteCounts: Effect.Effect<void, StorageError, Database> = Effect.gen(function* () {
  const db = yield* Database
  yield* Effect.forEach(
    tables,
    ([table, counted]) =>
      db.mapErrors(
        Effect.andThen(
          db.sql.unsafe(`DELETE FROM ${named(db)(table)}`).unprepared,
          db.sql.unsafe(insertion(db, table, counted)).unprepared
        )
      ),
    { discard: true }
  )
})

/** A table as it is named in a statement. Its name and that of the schema are letters, digits and underscores. */
const named =
  ({ dialect }: Db) =>
  (table: TableName): string =>
    dialect.engine.schema === null ? `"${table}"` : `"${dialect.engine.schema}"."${table}"`

const comparison = (db: Db, table: TableName, { counts, keys, rows }: CountedTable): string => {
  const tableOf = named(db)
  const names = Object.keys(counts)
  const kept = names.map((name) => `${name} AS kept_${name}, 0 AS real_${name}`).join(", ")
  const real = names.map((name) => `0, ${counts[name]}`).join(", ")
  const differs = names.map((name) => `sum(kept_${name}) <> sum(real_${name})`).join(" OR ")
  return `SELECT CAST(count(*) AS bigint) AS wrong FROM (
    SELECT ${keys.join(", ")} FROM (
      SELECT ${keys.join(", ")}, ${kept} FROM ${tableOf(table)}
      UNION ALL SELECT ${keys.join(", ")}, ${real} FROM ${rows(tableOf)}
    ) AS both_sides GROUP BY ${keys.join(", ")} HAVING ${differs}
  ) AS differing`
}

const insertion = (db: Db, table: TableName, { counts, keys, rows }: CountedTable): string => {
  const tableOf = named(db)
  const sums = Object.values(counts).map((count) => `sum(${count})`)
  return `INSERT INTO ${tableOf(table)} (${[...keys, ...Object.keys(counts)].join(", ")})
    SELECT ${[...keys, ...sums].join(", ")} FROM ${rows(tableOf)} GROUP BY ${keys.join(", ")}`
}
