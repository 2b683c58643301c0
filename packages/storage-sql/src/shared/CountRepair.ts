import type { StorageError } from "@rollcall/core"
import { Effect, Schema } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import type { TableName } from "./Tables.ts"

/** A table of counts that differs from the rows that it counts: for how many of its keys, such as lists. */
export const WrongCounts = Schema.Struct({ table: Schema.String, keys: Schema.Natural })
export type WrongCounts = typeof WrongCounts.Type

/** A table of counts, which triggers keep, and the rows that they count. */
interface CountedTable {
  readonly table: TableName
  readonly keys: ReadonlyArray<string>
  /** Each count by its column: the number that a counted row adds. */
  readonly counts: { readonly [column: string]: string }
  readonly rows: (table: (name: TableName) => string) => string
}

const one = (condition: string) => `CASE WHEN ${condition} THEN 1 ELSE 0 END`

const countedTables: ReadonlyArray<CountedTable> = [
  {
    table: "contact_counts",
    keys: ["workspace_uuid"],
    counts: { contacts: "1" },
    rows: (table) => table("contacts")
  },
  {
    table: "member_counts",
    keys: ["workspace_uuid", "list_uuid"],
    counts: { contacts: "1 - archived" },
    rows: (table) => `(
      SELECT member.workspace_uuid, member.list_uuid, counted.archived
      FROM ${table("contact_list_members")} AS member JOIN ${table("contacts")} AS counted
        ON counted.workspace_uuid = member.workspace_uuid AND counted.uuid = member.contact_uuid
    ) AS members`
  },
  {
    table: "value_counts",
    keys: ["workspace_uuid", "field_uuid"],
    counts: { contacts: "1" },
    rows: (table) => `(SELECT * FROM ${table("contact_values")} WHERE ordinal = 0) AS first_values`
  },
  {
    table: "recipient_counts",
    keys: ["workspace_uuid", "broadcast_uuid"],
    counts: {
      sent: one("sent_at IS NOT NULL"),
      delivered: one("status IN ('delivered', 'read')"),
      read: one("status = 'read'"),
      rejected: one("status = 'rejected'"),
      failed: one("status = 'undeliverable'"),
      unfinished: one("status = 'pending' OR lease_until IS NOT NULL")
    },
    rows: (table) => table("broadcast_recipients")
  },
  {
    table: "recipient_reasons",
    keys: ["workspace_uuid", "broadcast_uuid", "reason"],
    counts: { recipients: "1" },
    rows: (table) => `(SELECT * FROM ${table("broadcast_recipients")} WHERE reason IS NOT NULL) AS unreached`
  }
]

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
  const found = yield* Effect.forEach(countedTables, (counted) =>
    Effect.map(wrong(db, db.sql.unsafe(comparison(db, counted)).unprepared), (rows) =>
      rows.map(({ wrong }) => ({ table: counted.table, keys: wrong }))
    )
  )
  return found.flat().filter(({ keys }) => keys > 0)
})

/** Replaces all counts by those of the rows, which no other transaction may change meanwhile. */
export const rewriteCounts: Effect.Effect<void, StorageError, Database> = Effect.gen(function* () {
  const db = yield* Database
  yield* Effect.forEach(
    countedTables,
    (counted) =>
      db.mapErrors(
        Effect.andThen(
          db.sql.unsafe(`DELETE FROM ${named(db)(counted.table)}`).unprepared,
          db.sql.unsafe(insertion(db, counted)).unprepared
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

const comparison = (db: Db, { counts, keys, rows, table }: CountedTable): string => {
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

const insertion = (db: Db, { counts, keys, rows, table }: CountedTable): string => {
  const tableOf = named(db)
  const sums = Object.values(counts).map((count) => `sum(${count})`)
  return `INSERT INTO ${tableOf(table)} (${[...keys, ...Object.keys(counts)].join(", ")})
    SELECT ${[...keys, ...sums].join(", ")} FROM ${rows(tableOf)} GROUP BY ${keys.join(", ")}`
}
