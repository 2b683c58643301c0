import { SearchSettings } from "@rollcall/core"
import {
  type ColumnPart,
  Dialect,
  isAfter,
  type SearchedTable,
  type TableName,
  thresholds
} from "@rollcall/storage-sql"
import { Clock, Effect, Layer, Option, Stream, Struct } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { eventOrder } from "./EventPositions.ts"
import { partsOf } from "./reading/ReadParts.ts"
import { SearchConnections } from "./reading/SearchThreads.ts"
import { explain } from "./SqliteErrors.ts"
import { mergeTrigrams } from "./TrigramMerges.ts"

/** The FTS5 tables that find substrings of at least three characters (see the migrations that create them). */
const trigramsOf = { contacts: "contacts_trigrams", contact_values: "contact_values_trigrams" } as const

const { value: size } = thresholds.trigram

/**
 * Returns trigrams from the beginning, the middle and the end of a string of at least three characters. They find
 * candidates for an exact test. Searching all trigrams, or the string as a phrase, would leave fewer candidates but
 * cost more than the exact test.
 */
const trigramsIn = (text: string): ReadonlyArray<string> => {
  const characters = Array.from(text)
  const last = characters.length - size
  const starts = new Set([0, last >> 1, last])
  return [...new Set(Array.from(starts, (start) => characters.slice(start, start + size).join("")))]
}

/** The tables without a `rowid`. */
const withoutRowid: ReadonlySet<TableName> = new Set([
  "contact_import_rows",
  "contact_imports",
  "contact_list_members",
  "custom_fields"
])

/**
 * The dialect of SQLite. One process writes to a file, so the clock of the process is the clock of the store. A transaction
 * locks the whole database for writing when it begins, so row locks and lock keys are not needed.
 */
export const layerDialect = Layer.effect(
  Dialect,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const searches = yield* SearchConnections
    const { atOnce } = yield* SearchSettings
    const nothing = sql.literal("")

    /** Selects the rows that may contain one of the strings, by trigrams. An exact test must follow. */
    const mayContain = (parts: ReadonlyArray<ColumnPart>, table: SearchedTable): Statement.Fragment => {
      const columnsOf = Map.groupBy(parts, ({ text }) => text)
      if (columnsOf.keys().some((text) => Array.from(text).length < size)) return sql.literal("TRUE")
      const trigrams = trigramsOf[table]
      const queries = Array.from(columnsOf, ([text, parts]) => {
        const columns = parts.map(({ column }) => column).join(" ")
        const sought = trigramsIn(text).map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
        return `({${columns}} : (${sought.join(" AND ")}))`
      })
      return sql`id IN (SELECT rowid FROM ${sql(trigrams)} WHERE ${sql(trigrams)} MATCH ${queries.join(" OR ")})`
    }

    const containsAnyPerRow = (parts: ReadonlyArray<ColumnPart>): Statement.Fragment =>
      sql.or(parts.map(({ column, text }) => sql`instr(${sql(column)}, ${text}) > 0`))
    const endsWithPerRow = (column: string, text: string): Statement.Fragment =>
      sql`substr(${sql(column)}, -length(${text})) = ${text}`

    /**
     * Writes each item as a JSON array, in a materialized table. Otherwise `json_each` would write an item's string
     * again for each member.
     */
    const valuesTable: Dialect["Service"]["valuesTable"] = (alias, members, items) => {
      const names = Struct.keys(members)
      const [only, ...others] = names
      if (only !== undefined && others.length === 0) {
        const values = JSON.stringify(items.map((item) => item[only]))
        return sql`(SELECT value AS ${sql(only)} FROM json_each(${values})) AS ${sql(alias)}`
      }
      const columns = names.map((name, place) => sql`item ->> ${sql.literal(String(place))} AS ${sql(name)}`)
      const lists = JSON.stringify(items.map((item) => names.map((name) => item[name])))
      return sql`(
          WITH items AS MATERIALIZED (SELECT value AS item FROM json_each(${lists}))
          SELECT ${sql.csv(columns)} FROM items
        ) AS ${sql(alias)}`
    }

    return Dialect.of({
      engine: { schema: null, planner: "rules", sharesReads: false, writesInSubqueries: false },
      now: Effect.map(Clock.currentTimeMillis, (now) => sql`${now}`),
      eventOrder: eventOrder(sql),
      // A transaction is the only writer, so no lock is needed.
      definitionsVersion: (_key, workspace) => sql`
        coalesce((SELECT version FROM custom_field_versions WHERE workspace_uuid = ${workspace}), 0)`,
      valuesTable,
      maintainIndexes: mergeTrigrams(sql),
      lockRows: () => nothing,
      lockKeys: () => Effect.void,
      tryLocks: () => sql.literal("TRUE"),
      ofTwo: (which, one, other) => sql`${sql.literal(which === "least" ? "min" : "max")}(${one}, ${other})`,
      dayOfYear: (millis) => sql`strftime('%m-%d', ${millis} / 1000.0, 'unixepoch')`,
      jsonList: (column) => sql`json_group_array(${sql(column)})`,
      jsonMember: (object, key) => sql`(${object} -> ${key})`,
      compare: (column, operator, text) => sql`(${sql(column)} ${sql.literal(operator)} ${text})`,
      matches: (column, text) => sql`(${sql(column)} = ${text})`,
      isAmong: (column, texts) => sql`(${sql(column)} IN (SELECT value FROM json_each(${JSON.stringify(texts)})))`,
      order: (column) => [sql`${sql(column)}`],
      isWhole: () => sql.literal("TRUE"),
      isAfter: (column, uuid, place, direction) => isAfter({ sql }, sql`${sql(column)}`, uuid, place, direction),
      containsAny: (parts, table, form) =>
        form === "test" ? containsAnyPerRow(parts) : sql`(${mayContain(parts, table)} AND ${containsAnyPerRow(parts)})`,
      endsWith: (column, text, table, form) => {
        const test = endsWithPerRow(column, text)
        return form === "test" ? test : sql`(${mayContain([{ column, text }], table)} AND ${test})`
      },
      inSubquery: (column, uuids) => sql`(${sql(column)} IN (${uuids}))`,
      runUnprepared: (statement) => statement,
      // FTS5 reads the whole lists of some trigrams, and does not evaluate `isNotCancelled` meanwhile.
      runSearch: (statement, { usesTrigrams }) => {
        if (searches === null) return statement
        const connection = usesTrigrams ? searches.onThread : searches.triedFirst
        return Effect.flatMap(Effect.serviceOption(sql.transactionService), (around) =>
          Option.isSome(around) ? statement : Effect.provideService(statement, sql.transactionService, [connection, 0])
        )
      },
      readParts: (statement, atOnce) =>
        Stream.unwrap(
          Effect.map(Effect.serviceOption(sql.transactionService), (around) =>
            searches === null || Option.isSome(around)
              ? partsOf(statement, atOnce)
              : searches.inParts(statement, atOnce)
          )
        ),
      // Each concurrent read uses a thread. Without threads, each read holds all its rows in memory.
      walksAtOnce: searches === null ? 2 : atOnce,
      // On a thread, `changes` is a function that throws if the statement must end (see SearchWorker.ts). Every 128th
      // row calls it, to keep the cost low. Like SQLite's own function, it never returns a negative number. A search
      // may read rows from a subquery, which have the column `id` but no row ids.
      isNotCancelled: (table) =>
        withoutRowid.has(table)
          ? sql.literal("changes() >= 0")
          : sql.literal(`(${table}.${table in trigramsOf ? "id" : "rowid"} & 127 OR changes() >= 0)`),
      explain
    })
  })
)
