import { PgConnection, PgPool, PgTypes } from "@effect/sql-pg"
import { Effect, type Redacted, Schema } from "effect"
import type { Answer, AskRival, PageSql, Query, Ran, Rival } from "./Arena.ts"
import { listOf } from "./PostgresLists.ts"
import { contactColumns } from "./Rows.ts"

/**
 * The bare driver of Postgres: the one that the library uses too, because it is faster than `pg`, without anything
 * around it. One connection for who asks alone; for many at once a pool that puts their statements onto few connections.
 */
export const postgresRival = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const config = { url, startupParameters: { TimeZone: "UTC", jit: "off" } }
  const another = Effect.map(PgConnection.make(config), ({ query }): Query => query)
  const query = yield* another
  const pool = yield* PgPool.make({ ...config, maxConnections: 10, multiplex: true, multiplexConcurrency: 8 })
  const queryForMany: Query = (text, parameters) => pool.use((connection) => connection.query(text, parameters))
  const rival: Rival = {
    dialect: "postgres",
    bare: { dialect: "postgres", query, another },
    prepare: (sql) => prepared(query, sql),
    prepareForMany: (sql) => prepared(queryForMany, sql),
    insert: insertBy(query),
    insertForMany: insertBy(queryForMany),
    read: (uuid) =>
      Effect.map(
        Effect.all([
          query("SELECT * FROM contacts WHERE uuid = $1", [uuid]),
          query("SELECT * FROM contact_values WHERE contact_uuid = $1 ORDER BY field_uuid, ordinal", [uuid])
        ]),
        ([contact, values]) => [...contact.rows, ...values.rows]
      ),
    explain: (statement) => explain(query, statement)
  }
  return rival
})

const prepared = (query: Query, { page, total }: PageSql): AskRival =>
  total === undefined
    ? (parameters) => Effect.map(query(page, parameters), ({ rows }) => answerOf(rows, rows[0]))
    : (parameters) =>
        Effect.zipWith(query(page, parameters), query(total, parameters), ({ rows }, whole) =>
          answerOf(rows, whole.rows[0])
        )

type Found = PgConnection.Row

const parse: (text: string) => unknown = JSON.parse

const answerOf = (rows: ReadonlyArray<Found>, whole: Found | undefined): Answer => ({
  total: Number(whole?.["total"] ?? 0),
  items: rows.map((row) => ({ uuid: row["uuid"], row, customFields: parse(String(row["custom_fields"])) }))
})

const insertContact = `
  INSERT INTO contacts (${contactColumns.join()})
  VALUES (${contactColumns.map((_, index) => `$${index + 1}`).join()})`

const insertContactAndValues = `
  WITH contact AS (${insertContact})
  INSERT INTO contact_values (workspace_uuid, contact_uuid, field_uuid, ordinal, text, number)
  SELECT $1, $2, given.* FROM unnest(${[1, 2, 3, 4].map((more) => `$${contactColumns.length + more}`).join()}) AS given`

/** One statement, whatever it writes: each of them is a transaction of its own. */
const insertBy =
  (query: Query): Rival["insert"] =>
  (contact, values) => {
    const cells = contactColumns.map((column) => contact[column])
    const list = (column: string, oid: number) => listOf(values, column, oid)
    return Effect.asVoid(
      values.length === 0
        ? query(insertContact, cells)
        : query(insertContactAndValues, [
            ...cells,
            list("field_uuid", PgTypes.OID.uuid),
            list("ordinal", PgTypes.OID.int4),
            list("text", PgTypes.OID.text),
            list("number", PgTypes.OID.float8)
          ])
    )
  }

/** A step of a plan that was run, as far as it is looked at. */
interface Step {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly "Rows Removed by Index Recheck"?: number
  readonly Plans?: ReadonlyArray<Step>
}

const Step: Schema.Codec<Step> = Schema.Struct({
  "Node Type": Schema.String,
  "Relation Name": Schema.optionalKey(Schema.String),
  "Actual Rows": Schema.Number,
  "Actual Loops": Schema.Number,
  "Rows Removed by Filter": Schema.optionalKey(Schema.Number),
  "Rows Removed by Index Recheck": Schema.optionalKey(Schema.Number),
  Plans: Schema.optionalKey(Schema.Array(Schema.suspend(() => Step)))
})

const decodePlan = Schema.decodeUnknownEffect(
  Schema.NonEmptyArray(Schema.Struct({ "QUERY PLAN": Schema.NonEmptyArray(Schema.Struct({ Plan: Step })) }))
)

const explain = (query: Query, { parameters, text }: Ran) =>
  query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, parameters).pipe(
    Effect.flatMap(({ rows }) => decodePlan(rows)),
    Effect.map(([row]) => verdictOf(stepsOf(row["QUERY PLAN"][0].Plan)))
  )

const stepsOf = (step: Step): ReadonlyArray<Step> => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

/** The most rows of contacts or values that one step looked at, and whether it read the whole table for them. */
const verdictOf = (steps: ReadonlyArray<Step>): string => {
  const looks = steps.filter((step) => /^contact(s|_values)$/.test(step["Relation Name"] ?? ""))
  const most = Math.max(0, ...looks.map(examined))
  const whole = looks.some((step) => step["Node Type"] === "Seq Scan")
  return `${whole ? "SEQ SCAN" : "index"}, ${most.toLocaleString("en")} rows`
}

const examined = (step: Step): number =>
  step["Actual Loops"] *
  (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0) + (step["Rows Removed by Index Recheck"] ?? 0))
