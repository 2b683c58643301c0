import { type ColumnPart, Dialect, type SearchedTable } from "@rollcall/storage-sql"
import { Clock, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { isTransient } from "./SqliteErrors.ts"

/** The virtual tables that find substrings of three characters and more (see the migrations that make them). */
const trigramsOf = { contacts: "contacts_trigrams", contact_values: "contact_values_trigrams" } as const

/**
 * How much of a text is looked up in the trigrams, in characters. The longer it is the fewer rows are left, but the index
 * takes quadratic time over one that repeats itself; the exact test that follows decides in any case.
 */
const lookedUp = 64

/**
 * SQLite. One process writes to a file, so the process's clock is the store's clock. A transaction has the whole
 * database to itself from its first statement, so there is nothing to lock.
 */
export const layerDialect = Layer.effect(
  Dialect,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const nothing = sql.literal("")

    /** Leaves only rows that may have one of the texts in its column. The exact test has to follow. */
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
      now: Effect.map(Clock.currentTimeMillis, (now) => sql`${now}`),
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
      // It does not look at the values that are asked for; but with a list of uuids it begins in any case.
      probesIndexesOf: "contacts",
      inSubquery: (column, uuids) => sql`(${sql(column)} IN (${uuids}))`,
      runUnprepared: (statement) => statement,
      isTransient
    })
  })
)
