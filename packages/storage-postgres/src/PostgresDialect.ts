import { PgTypes } from "@effect/sql-pg"
import { Dialect, type MemberType, type TextTable } from "@rollcall/storage-sql"
import { Clock, Effect, Layer, Result, Struct } from "effect"
import { SqlClient, Statement } from "effect/sql"
import type { PostgresOptions } from "./PostgresClient.ts"
import { isTransient } from "./PostgresErrors.ts"
import { types } from "./PostgresTypes.ts"

const elementTypes: { readonly [Type in MemberType]: number } = {
  text: PgTypes.OID.text,
  integer: PgTypes.OID.int8,
  double: PgTypes.OID.float8,
  uuid: PgTypes.OID.uuid
}

/** A whole list as one parameter. */
const list = (type: MemberType, values: ReadonlyArray<string | number | null>): Statement.Fragment =>
  Statement.fragment([Statement.parameter(Result.getOrThrow(PgTypes.array(values, elementTypes[type], types)))])

/** How many characters of a text its index holds (see the migrations that make them). */
const indexedLength = 500

/** Text in a pattern that means itself: `%`, `_` and `\` are no wildcards. */
const literally = (text: string): string => text.replace(/[\\%_]/g, "\\$&")

/**
 * PostgreSQL 15 to 18. Any number of processes work on one database, so its clock is the store's clock. It is read as
 * `statement_timestamp()`: one value in a statement, which an index can be searched by.
 */
export const layerDialect = ({ clock = "database" }: Pick<PostgresOptions, "clock">) =>
  Layer.effect(
    Dialect,
    Effect.map(SqlClient.SqlClient, (sql) => {
      /** What an index holds of a text, and the whole text. */
      const order = (column: string, table: TextTable): readonly [Statement.Fragment, Statement.Fragment] => [
        table === "contact_values" ? sql`beginning` : sql`left(${sql(column)}, ${sql.literal(String(indexedLength))})`,
        sql`${sql(column)}`
      ]

      /** Locks keys in one order, in which two transactions cannot wait for each other. */
      const lock = (take: string) => (keys: ReadonlyArray<string>) =>
        Effect.asVoid(sql`
          SELECT ${sql.literal(take)}(number) FROM (
            SELECT DISTINCT hashtextextended(key, 0) AS number FROM unnest(${list("text", keys)}) AS given(key)
            ORDER BY number
          ) AS numbers`)

      return Dialect.of({
        now:
          clock === "process"
            ? Effect.map(Clock.currentTimeMillis, (now) => sql`${now}::bigint`)
            : Effect.succeed(sql.literal("floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint")),
        valuesTable: (alias, members, items) => {
          const names = Struct.keys(members)
          const lists = names.map((name) =>
            list(
              members[name],
              items.map((item) => item[name])
            )
          )
          return sql`unnest(${sql.csv(lists)}) AS ${sql(alias)}(${sql.csv(names.map((name) => sql`${sql(name)}`))})`
        },
        forUpdate: sql.literal("FOR NO KEY UPDATE"),
        forUpdateOf: (table) => sql`FOR NO KEY UPDATE OF ${sql(table)}`,
        forUpdateSkipLocked: sql.literal("FOR NO KEY UPDATE SKIP LOCKED"),
        forReference: sql.literal("FOR KEY SHARE"),
        lockExclusive: lock("pg_advisory_xact_lock"),
        lockShared: lock("pg_advisory_xact_lock_shared"),
        least: (one, other) => sql`least(${one}, ${other})`,
        greatest: (one, other) => sql`greatest(${one}, ${other})`,
        jsonList: (column) => sql`coalesce(json_agg(${sql(column)})::text, '[]')`,
        compare: (column, operator, text, table) => {
          const [beginning, whole] = order(column, table)
          const cut = Array.from(text).slice(0, indexedLength)
          if (cut.length < indexedLength) return sql`(${beginning} ${sql.literal(operator)} ${text})`
          const atMost = sql.literal(operator.startsWith("<") ? "<=" : operator.startsWith(">") ? ">=" : "=")
          return sql`(${beginning} ${atMost} ${cut.join("")} AND ${whole} ${sql.literal(operator)} ${text})`
        },
        matches: (column, text, table) => {
          const [beginning, whole] = order(column, table)
          return sql`(${beginning} = left(${text}, ${sql.literal(String(indexedLength))}) AND ${whole} = ${text})`
        },
        order,
        containsAny: (parts) =>
          sql.or(parts.map(({ column, text }) => sql`(${sql(column)} LIKE ${`%${literally(text)}%`})`)),
        endsWith: (column, text) => sql`(${sql(column)} LIKE ${`%${literally(text)}`})`,
        // It knows how the values of all fields together are spread, and not those of one.
        probesIndexesOf: "contact_values",
        inSubquery: (column, uuids) => sql`(${sql(column)} = ANY (ARRAY(${uuids})))`,
        runUnprepared: (statement) => statement.unprepared,
        isTransient
      })
    })
  )
