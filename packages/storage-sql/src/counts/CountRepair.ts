import type { StorageError } from "@rollcall/core"
import { RowOutcome } from "@rollcall/core/people"
import { Effect, Schema, Struct } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import type { TableName } from "../database/Tables.ts"
import { named } from "../database/NamedTable.ts"
import { type CountedTable, countedTables } from "./CountedTables.ts"

/** A stored count that differs from the number of rows. */
interface WrongCount {
  /** The columns and values that identify the count, such as the workspace and the list. */
  readonly key: { readonly [column: string]: string }
  readonly column: string
  readonly kept: number
  readonly counted: number
}

/** A table with wrong counts: the number of keys affected, and the first wrong counts. */
export interface WrongCounts {
  readonly table: string
  readonly keys: number
  readonly first: ReadonlyArray<WrongCount>
}

/** Maximum keys reported per table. */
const namedKeys = 100

/** A table with counts that can be compared. */
interface ComparedTable extends CountedTable {
  readonly table: TableName
  /**
   * Condition for the rows with comparable counts, for tables that have counts among other columns. Tables without it
   * contain only counts, each the sum of one or more rows.
   */
  readonly isComparable?: (table: (name: TableName) => string) => string
}

/** Import rows are removed by age, last first. Once the last row is gone, the remaining rows no longer match the counts. */
const hasLastRow = (table: (name: TableName) => string) => `EXISTS (
  SELECT 1 FROM ${table("contact_import_rows")} AS last_row
  WHERE last_row.workspace_uuid = owner.workspace_uuid AND last_row.import_uuid = owner.uuid
    AND last_row.row_index = owner.row_total - 1
)`

const imports: ComparedTable = {
  table: "contact_imports",
  keys: ["workspace_uuid", "uuid"],
  counts: Object.fromEntries(
    RowOutcome.literals.map((outcome) => [outcome, `CASE WHEN outcome = '${outcome}' THEN 1 ELSE 0 END`])
  ),
  rows: (table) => `(
    SELECT workspace_uuid, import_uuid AS uuid, outcome FROM ${table("contact_import_rows")} AS counted
    WHERE EXISTS (
      SELECT 1 FROM ${table("contact_imports")} AS owner
      WHERE owner.workspace_uuid = counted.workspace_uuid AND owner.uuid = counted.import_uuid AND ${hasLastRow(table)}
    )
  ) AS import_rows`,
  isComparable: hasLastRow
}

const tables: ReadonlyArray<ComparedTable> = [
  ...Struct.keys(countedTables).map((table) => ({ ...countedTables[table], table })),
  imports
]

/** The tables with counted rows, and those with counts among other columns. */
export const countedRows: ReadonlyArray<TableName> = [
  "contacts",
  "contact_list_members",
  "contact_values",
  "broadcast_recipients",
  "contact_imports",
  "contact_import_rows"
]

const differing = rowsOf(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Number, Schema.BigInt])))

/** Compares stored counts with the rows they count, and returns the tables that differ. Reads all rows. */
export const wrongCounts: Effect.Effect<ReadonlyArray<WrongCounts>, StorageError, Database> = Effect.gen(function* () {
  const db = yield* Database
  const found = yield* Effect.forEach(tables, (compared) =>
    Effect.map(differing(db)(db.sql.unsafe(comparison(db, compared)).unprepared), (rows): WrongCounts => {
      return {
        table: compared.table,
        keys: Number(rows[0]?.["all_keys"] ?? 0),
        first: rows.flatMap((row) => wrongIn(compared, row))
      }
    })
  )
  return found.filter(({ keys }) => keys > 0)
})

/** Returns the wrong counts of one key. */
const wrongIn = (
  { counts, keys }: CountedTable,
  row: { readonly [column: string]: string | number | bigint }
): ReadonlyArray<WrongCount> => {
  const key = Object.fromEntries(keys.map((column) => [column, String(row[column])]))
  return Object.keys(counts)
    .map((column) => ({
      key,
      column,
      kept: Number(row[`kept_${column}`]),
      counted: Number(row[`real_${column}`])
    }))
    .filter(({ counted, kept }) => counted !== kept)
}

/** Recounts all rows, and returns the tables that differed. No other transaction may change rows meanwhile. */
export const mendCounts: Effect.Effect<ReadonlyArray<WrongCounts>, StorageError, Database> = Effect.gen(function* () {
  const db = yield* Database
  const wrong = yield* wrongCounts
  if (wrong.length === 0) return wrong
  for (const compared of tables) {
    for (const statement of recounting(db, compared)) yield* db.mapErrors(db.sql.unsafe(statement).unprepared)
  }
  return wrong
})

const comparison = (db: Db, { areKept, counts, isComparable, keys, rows, table }: ComparedTable): string => {
  const tableOf = named(db)
  const names = Object.keys(counts)
  const kept = names.map((name) => `${name} AS kept_${name}, 0 AS real_${name}`).join(", ")
  const real = names.map((name) => `0, ${counts[name]}`).join(", ")
  const sums = names.map((name) => `sum(kept_${name}) AS kept_${name}, sum(real_${name}) AS real_${name}`).join(", ")
  const differs = names.map((name) => `sum(kept_${name}) <> sum(real_${name})`).join(" OR ")
  const which = isComparable ?? areKept
  const where = which === undefined ? "" : `WHERE ${which(tableOf)}`
  return `SELECT CAST(count(*) OVER () AS bigint) AS all_keys, differing.* FROM (
    SELECT ${keys.join(", ")}, ${sums} FROM (
      SELECT ${keys.join(", ")}, ${kept} FROM ${tableOf(table)} AS owner ${where}
      UNION ALL SELECT ${keys.join(", ")}, ${real} FROM ${rows(tableOf)}
    ) AS both_sides GROUP BY ${keys.join(", ")} HAVING ${differs}
  ) AS differing ORDER BY ${keys.join(", ")} LIMIT ${namedKeys}`
}

/** Returns the statements that recount the rows of a table. */
const recounting = (
  db: Db,
  { areKept, counts, isComparable, keys, rows, table }: ComparedTable
): ReadonlyArray<string> => {
  const tableOf = named(db)
  const sums = Object.entries(counts).map(([column, count]) => ({ column, sum: `sum(${count})` }))
  if (isComparable === undefined) {
    const columns = [...keys, ...Object.keys(counts)].join(", ")
    return [
      `DELETE FROM ${tableOf(table)} AS owner ${areKept === undefined ? "" : `WHERE ${areKept(tableOf)}`}`,
      `INSERT INTO ${tableOf(table)} (${columns})
        SELECT ${[...keys, ...sums.map(({ sum }) => sum)].join(", ")} FROM ${rows(tableOf)} GROUP BY ${keys.join(", ")}`
    ]
  }
  const counted = `SELECT ${[...keys, ...sums.map(({ column, sum }) => `${sum} AS ${column}`)].join(", ")}
    FROM ${rows(tableOf)} GROUP BY ${keys.join(", ")}`
  const changed = sums.map(({ column }) => `${column} = recounted.${column}`).join(", ")
  const isSame = keys.map((key) => `owner.${key} = recounted.${key}`).join(" AND ")
  return [`UPDATE ${tableOf(table)} AS owner SET ${changed} FROM (${counted}) AS recounted WHERE ${isSame}`]
}
