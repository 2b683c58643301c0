import { PgTypes } from "@effect/sql-pg"
import { type ColumnPart, Dialect, isAfter, type MemberType, PoolSize, type TextTable } from "@rollcall/storage-sql"
import { Clock, Effect, Layer, Option, Result, Struct } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { eventOrder } from "./EventPositions.ts"
import type { PostgresOptions, TableOptions } from "./PostgresClient.ts"
import { explain } from "./PostgresErrors.ts"
import { readParts } from "./reading/ReadParts.ts"
import { IsLimited } from "./Session.ts"

const elementTypes: { readonly [Type in MemberType]: readonly [oid: number, name: string] } = {
  text: [PgTypes.OID.text, "text"],
  integer: [PgTypes.OID.int8, "bigint"],
  double: [PgTypes.OID.float8, "double precision"],
  uuid: [PgTypes.OID.uuid, "uuid"]
}

/**
 * Returns a list as one array parameter. The statement contains the parameter's type too, because a host's client may
 * send the list as a string. Effect's client, which a host may pass, encodes `int8` from a `bigint`.
 */
const list = (type: MemberType, values: ReadonlyArray<string | number | null>): Statement.Fragment => {
  const [oid, name] = elementTypes[type]
  const elements = type === "integer" ? values.map((value) => (value === null ? null : BigInt(value))) : values
  const parameter = Result.getOrThrow(PgTypes.array(elements, oid))
  return Statement.fragment([Statement.parameter(parameter), Statement.literal(`::${name}[]`)])
}

/**
 * Returns a table of one row for FROM: each value with its type and column name. The planner knows that the table has
 * one row.
 */
const oneRow = (alias: string, columns: ReadonlyArray<readonly [value: string | number | null, typed: string]>) =>
  Statement.fragment([
    ...columns.flatMap(([value, typed], place) => [
      Statement.literal(place === 0 ? "(SELECT " : ", "),
      Statement.parameter(value),
      Statement.literal(typed)
    ]),
    Statement.literal(`) AS "${alias}"`)
  ])

const rowLocks = { update: "FOR NO KEY UPDATE", share: "FOR SHARE", reference: "FOR KEY SHARE" } as const

/** The default schema of the tables. */
export const defaultSchema = "rollcall"

/** The number of characters in a string's indexed prefix (see the migrations that create the index). */
const indexedLength = 500

/** The columns whose indexes contain the whole string: the digits of a number, which has at most 1,000 characters. */
const indexedWhole = new Set(["phone_number_key", "chatapp_id_key"])

/**
 * Columns with the indexed prefix of a string. An index of a column allows an index-only scan; an index of an expression
 * does not.
 */
const prefixColumns: { readonly [Column in string]?: string } = { email_key: "email_key_beginning" }

/** The indexes that collect new entries in a pending list. */
const listIndexes = ["contacts_by_trigram", "contact_values_by_trigram"]

/**
 * Settings for emptying a pending list. A list is emptied in steps as large as the memory setting allows, and finished
 * steps are kept. On a busy machine, 35 MiB of strings took 25 s with 1 MB, 11 s with 16 MB and 10 s with 64 MB.
 * Emptying waits for another process that empties the list, such as the server's vacuum, but not for a process that
 * changes the index.
 */
const emptyingSettings =
  "set_config('maintenance_work_mem', '16MB', true), set_config('statement_timeout', '0', true), set_config('lock_timeout', '5s', true)"

/** Escapes `%`, `_` and `\`, so that a LIKE pattern matches only the string. */
const literally = (text: string): string => text.replace(/[\\%_]/g, "\\$&")

/**
 * The dialect of PostgreSQL 15 to 18. Any number of processes use one database, so the database's clock is the store's
 * clock. The dialect reads the clock with `statement_timestamp()`, which is constant within a statement and can be used
 * with an index.
 */
export const layerDialect = ({
  clock = "database",
  oneConnection = false,
  pooled = false,
  schema = defaultSchema
}: Pick<TableOptions, "clock" | "oneConnection" | "schema"> & Pick<PostgresOptions, "pooled">) =>
  Layer.effect(
    Dialect,
    Effect.map(Effect.all([SqlClient.SqlClient, explain, PoolSize]), ([sql, explain, connections]) => {
      const isIndexedWhole = (column: string, table: TextTable) => table === "contacts" && indexedWhole.has(column)

      const prefixOf = (column: string, table: TextTable): Statement.Fragment => {
        if (table === "contact_values") return sql`beginning`
        const name = table === "contacts" ? prefixColumns[column] : undefined
        return name === undefined ? sql`left(${sql(column)}, ${sql.literal(String(indexedLength))})` : sql`${sql(name)}`
      }

      /** The indexed part of a string, and the whole string. */
      const order = (column: string, table: TextTable): readonly [Statement.Fragment, Statement.Fragment] => {
        const whole = sql`${sql(column)}`
        return [isIndexedWhole(column, table) ? whole : prefixOf(column, table), whole]
      }

      const contains = ({ column, text }: ColumnPart) => sql`(${sql(column)} LIKE ${`%${literally(text)}%`})`
      const endsWith = (column: string, text: string) => sql`(${sql(column)} LIKE ${`%${literally(text)}`})`

      /**
       * Returns the numbers of lock keys in ascending order. All transactions lock keys in this order, to prevent
       * deadlocks.
       */
      const numbersOf = (keys: ReadonlyArray<string>) => sql`(
        SELECT DISTINCT hashtextextended(key, 0) AS number FROM unnest(${list("text", keys)}) AS given(key)
        ORDER BY number
      ) AS numbers`

      /** Empties an index's pending list, as far as it is filled at the start. The server's vacuum does the same. */
      const emptyList = (index: string) =>
        Effect.andThen(
          sql`SELECT ${sql.literal(emptyingSettings)}`,
          sql`SELECT ${sql(`${schema}.rollcall_empty_list`)}(${schema}, ${index})`
        ).pipe(
          sql.withTransaction,
          Effect.provideService(IsLimited, false),
          Effect.catchIf(
            ({ reason }) => reason._tag === "LockTimeoutError",
            () => Effect.void
          )
        )

      const inTransaction = <A>(statement: Statement.Statement<A>) =>
        Effect.flatMap(Effect.serviceOption(sql.transactionService), (around) =>
          Option.isSome(around) ? statement : sql.withTransaction(statement)
        )

      return Dialect.of({
        engine: { schema, planner: "statistics", sharesReads: true, writesInSubqueries: true },
        now:
          clock === "process"
            ? Effect.map(Clock.currentTimeMillis, (now) => sql`${now}::bigint`)
            : Effect.succeed(sql.literal("floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint")),
        // The event statements contain complete names, so the client must not transform names, even if a host's client
        // is set to.
        eventOrder: eventOrder(sql.withoutTransforms(), schema),
        maintainIndexes: Effect.forEach(listIndexes, emptyList, { discard: true }),
        // As a subquery, the function is evaluated once, not for each tested row.
        definitionsVersion: (key, workspace) => sql`
          (SELECT ${sql(`${schema}.rollcall_definitions_version`)}(${schema}, ${key}, ${workspace}::uuid))`,
        valuesTable: (alias, members, items) => {
          const names = Struct.keys(members)
          const [only, ...others] = items
          if (only !== undefined && others.length === 0) {
            const columns = names.map(
              (name) => [only[name], `::${elementTypes[members[name]][1]} AS "${name}"`] as const
            )
            return oneRow(alias, columns)
          }
          const lists = names.map((name) =>
            list(
              members[name],
              items.map((item) => item[name])
            )
          )
          return sql`unnest(${sql.csv(lists)}) AS ${sql(alias)}(${sql.csv(names.map((name) => sql`${sql(name)}`))})`
        },
        lockRows: (mode, { of, skipLocked = false } = {}) => {
          const table = of === undefined ? sql`` : sql` OF ${sql(of)}`
          return sql`${sql.literal(rowLocks[mode])}${table}${sql.literal(skipLocked ? " SKIP LOCKED" : "")}`
        },
        lockKeys: (keys, mode) => {
          const take = mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock"
          return Effect.asVoid(sql`SELECT ${sql.literal(take)}(number) FROM ${numbersOf(keys)}`)
        },
        tryLocks: (keys, mode) => {
          const take = mode === "shared" ? "pg_try_advisory_xact_lock_shared" : "pg_try_advisory_xact_lock"
          return sql`(SELECT coalesce(bool_and(${sql.literal(take)}(number)), TRUE) FROM ${numbersOf(keys)})`
        },
        ofTwo: (which, one, other) => sql`${sql.literal(which)}(${one}, ${other})`,
        dayOfYear: (millis) => sql`to_char(to_timestamp(${millis} / 1000.0) AT TIME ZONE 'UTC', 'MM-DD')`,
        jsonList: (column) => sql`coalesce(json_agg(${sql(column)})::text, '[]')`,
        jsonMember: (object, key) => sql`(${object}::json -> ${key})::text`,
        compare: (column, operator, text, table) => {
          const [prefix, whole] = order(column, table)
          const cut = Array.from(text).slice(0, indexedLength)
          if (cut.length < indexedLength || isIndexedWhole(column, table))
            return sql`(${prefix} ${sql.literal(operator)} ${text})`
          const atMost = sql.literal(operator.startsWith("<") ? "<=" : operator.startsWith(">") ? ">=" : "=")
          return sql`(${prefix} ${atMost} ${cut.join("")} AND ${whole} ${sql.literal(operator)} ${text})`
        },
        matches: (column, text, table) => {
          const [prefix, whole] = order(column, table)
          if (isIndexedWhole(column, table)) return sql`(${whole} = ${text})`
          return sql`(${prefix} = left(${text}, ${sql.literal(String(indexedLength))}) AND ${whole} = ${text})`
        },
        isAmong: (column, texts, table) => {
          const [prefix, whole] = order(column, table)
          if (isIndexedWhole(column, table)) return sql`(${whole} = ANY (${list("text", texts)}))`
          const prefixes = texts.map((text) => Array.from(text).slice(0, indexedLength).join(""))
          return sql`(${prefix} = ANY (${list("text", prefixes)}) AND ${whole} = ANY (${list("text", texts)}))`
        },
        order,
        isWhole: (column, start, table) =>
          isIndexedWhole(column, table)
            ? sql.literal("TRUE")
            : sql`(length(${start}) < ${sql.literal(String(indexedLength))})`,
        isAfter: (column, uuid, place, direction, table) => {
          const [prefix, whole] = order(column, table)
          const cut = Array.from(place.key).slice(0, indexedLength)
          if (cut.length < indexedLength || isIndexedWhole(column, table))
            return isAfter({ sql }, prefix, uuid, place, direction)
          const notBefore = sql.literal(direction === "asc" ? ">=" : "<=")
          return sql`(${prefix} ${notBefore} ${cut.join("")} AND ${isAfter({ sql }, whole, uuid, place, direction)})`
        },
        // With IS TRUE, the planner cannot use an index, but still estimates the condition with its statistics.
        containsAny: (parts, _table, form) =>
          sql.or(parts.map((part) => (form === "test" ? sql`(${contains(part)} IS TRUE)` : contains(part)))),
        endsWith: (column, text, _table, form) =>
          form === "test" ? sql`(${endsWith(column, text)} IS TRUE)` : endsWith(column, text),
        inSubquery: (column, uuids) => sql`(${sql(column)} = ANY (ARRAY(${uuids})))`,
        runUnprepared: (statement) => statement.unprepared,
        // Through a pooler, the session settings (the deadline and the limit of one processor) apply only in a
        // transaction.
        runSearch: (statement, { isPrepared }) =>
          pooled ? inTransaction(statement) : isPrepared ? statement : statement.unprepared,
        readParts: readParts(sql, oneConnection || connections === 1),
        walksAtOnce: oneConnection ? 1 : Math.max(1, Math.floor(connections / 3)),
        isNotCancelled: () => sql.literal("TRUE"),
        explain
      })
    })
  )
