import { type ColumnPart, Dialect, type SearchedTable } from "@rollcall/storage-sql"
import { Clock, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { isTransient } from "./SqliteErrors.ts"

/** The FTS5 tables that find substrings of three and more characters (see the migrations that create them). */
const trigramsOf = { contacts: "contacts_trigrams", contact_values: "contact_values_trigrams" } as const

/**
 * The number of characters of a text that are looked up in the trigrams. More characters leave fewer rows, but a lookup
 * of a repetitive text takes quadratic time. An exact test follows in any case.
 */
const lookedUp = 64

/**
 * The dialect of SQLite. One process writes to a file, so the clock of the process is the clock of the store. A
 * transaction locks the whole database for writing when it begins, so that there are no row locks and no lock keys.
 */
export const layerDialect = Layer.effect(
  Dialect,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const nothing = sql.literal("")

    /** Selects the rows that may contain one of the texts by their trigrams. An exact test has to follow. */
    const mayContain = (parts: ReadonlyArray<ColumnPart>, table: SearchedTable): Statement.Fragment => {
      const columnsOf = Map.groupBy(parts, ({ text }) => Array.from(text).slice(0, lookedUp).join(""))
      if (columnsOf.keys().some((text) => Array.from(text).length < 3)) return sql.literal("TRUE")
      const trigrams = trigramsOf[table]
      const phrases = Array.from(columnsOf, ([text, parts]) => {
        const columns = parts.map(({ column }) => column).join(" ")
        return `({${columns}} : "${text.replaceAll('"', '""')}")`
      })
      return sql`id IN (SELECT rowid FROM ${sql(trigrams)} WHERE ${sql(trigrams)} MATCH ${phrases.join(" OR ")})`
    }

    return Dialect.of({
      schema: null,
      now: Effect.map(Clock.currentTimeMillis, (now) => sql`${now}`),
      // One transaction writes at a time: events are numbered in the order in which they become visible.
      eventPosition: () => sql.literal("NULL"),
      eventHorizon: () => sql`(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'events')`,
      writesInSubqueries: false,
      valuesTable: (alias, members, items) => {
        const columns = Object.keys(members).map((name) => sql`value ->> ${`$.${name}`} AS ${sql(name)}`)
        return sql`(SELECT ${sql.csv(columns)} FROM json_each(${JSON.stringify(items)})) AS ${sql(alias)}`
      },
      forUpdate: nothing,
      forUpdateOf: () => nothing,
      forUpdateSkipLocked: nothing,
      forReference: nothing,
      lockExclusive: () => Effect.void,
      lockShared: () => Effect.void,
      least: (one, other) => sql`min(${one}, ${other})`,
      greatest: (one, other) => sql`max(${one}, ${other})`,
      jsonList: (column) => sql`json_group_array(${sql(column)})`,
      compare: (column, operator, text) => sql`(${sql(column)} ${sql.literal(operator)} ${text})`,
      matches: (column, text) => sql`(${sql(column)} = ${text})`,
      order: (column) => [sql`${sql(column)}`],
      containsAny: (parts, table) => {
        const exactly = parts.map(({ column, text }) => sql`instr(${sql(column)}, ${text}) > 0`)
        return sql`(${mayContain(parts, table)} AND ${sql.or(exactly)})`
      },
      endsWith: (column, text, table) =>
        sql`(${mayContain([{ column, text }], table)} AND substr(${sql(column)}, -length(${text})) = ${text})`,
      // The planner does not use the values of parameters. It always starts from IN with a subquery.
      probesIndexesOf: "contacts",
      inSubquery: (column, uuids) => sql`(${sql(column)} IN (${uuids}))`,
      runUnprepared: (statement) => statement,
      isTransient
    })
  })
)
