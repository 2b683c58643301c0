import { PgConnection, PgPool, PgTypes } from "@effect/sql-pg"
import { layer, migrate } from "@rollcall/storage-postgres"
import { Effect, Option, Redacted, Result, Schema } from "effect"
import { freshDatabase, withDatabase } from "../../../packages/storage-postgres/test/server/Databases.ts"
import { quickSettings, startServer } from "../../../packages/storage-postgres/test/server/EmbeddedServer.ts"
import type { Columns, Connection, Database, Parameter, Row } from "./Connection.ts"

/** A database of its own, dropped when the scope closes, on the server of this URL or on one that is started for it. */
export const postgres = Effect.fnUntraced(function* (server: Option.Option<string>) {
  const url = yield* freshDatabase(Option.isSome(server) ? server.value : yield* ownServer)
  const config = { url, startupParameters: { search_path: "rollcall, public", jit: "off" } }
  const another = Effect.map(PgConnection.make(config), ({ query }) => connectionOf(query))
  const database: Database = {
    url: Redacted.value(url),
    layer: layer({ url }),
    rival: Effect.gen(function* () {
      const connection = yield* another
      const pool = yield* PgPool.make({ ...config, maxConnections: 10, multiplex: true, multiplexConcurrency: 8 })
      const query: Query = (text, parameters) => pool.use((connection) => connection.query(text, parameters))
      return { connection, pool: connectionOf(query), another }
    }),
    // Indexes are dropped and created again, which is faster, and the planner gets its statistics.
    fill: (write) =>
      withDatabase(
        url,
        Effect.fnUntraced(function* (sql) {
          const indexes = yield* sql<{ readonly indexname: string; readonly indexdef: string }>`
            SELECT indexname, indexdef FROM pg_indexes
            WHERE tablename IN ('contacts', 'contact_values') AND indexdef NOT LIKE '%UNIQUE%'`
          yield* Effect.forEach(indexes, ({ indexname }) => sql`DROP INDEX ${sql(indexname)}`)
          const written = yield* Effect.scoped(Effect.flatMap(another, write))
          yield* Effect.forEach(indexes, ({ indexdef }) => sql.unsafe(indexdef))
          yield* migrate.repair({ url })
          yield* sql`VACUUM ANALYZE`
          return written
        })
      )
  }
  return database
})

/** Nothing that is measured waits for the disk or for a cleaner. */
const ownServer = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => startServer([...quickSettings, "shared_buffers=512MB", "autovacuum=off"])),
    (server) => Effect.promise(server.stop)
  ),
  ({ url }) => url
)

type Query = PgConnection.PgConnection["query"]

/** The driver that the library uses too, because it is faster than `pg`, without anything around it. */
const connectionOf = (query: Query): Connection => ({
  dialect: "postgres",
  prepare: (text) => (parameters) => Effect.map(query(text, parameters), ({ rows }) => rows),
  prepareRows:
    ({ columns, many }) =>
    (rows, fixed = []) =>
      Effect.asVoid(query(many, [...fixed, ...listsOf(columns, rows)])),
  begin: query("BEGIN"),
  commit: query("COMMIT"),
  rollBack: query("ROLLBACK"),
  isIn: (parameter) => `= ANY (${parameter})`,
  explain: Effect.fnUntraced(function* (text, parameters) {
    const { rows } = yield* query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, parameters)
    const [row] = yield* decodePlan(rows)
    return verdictOf(stepsOf(row["QUERY PLAN"][0].Plan))
  })
})

const { OID } = PgTypes
const types = { text: OID.text, uuid: OID.uuid, integer: OID.int4, bigint: OID.int8, double: OID.float8 }

/** The columns of rows as parameters, one list each, for `given`. */
export const listsOf = (columns: Columns, rows: ReadonlyArray<Row>): ReadonlyArray<Parameter> =>
  Object.entries(columns).map(([column, type]) => {
    const cells = rows.map((row) => row[column] ?? null)
    const values = type === "bigint" ? cells.map((cell) => (cell === null ? null : BigInt(cell))) : cells
    return Result.getOrThrow(PgTypes.array(values, types[type]))
  })

/** A step of an executed plan. */
const Step = Schema.Struct({
  "Node Type": Schema.String,
  "Relation Name": Schema.optionalKey(Schema.String),
  "Actual Rows": Schema.Number,
  "Actual Loops": Schema.Number,
  "Rows Removed by Filter": Schema.optionalKey(Schema.Number),
  "Rows Removed by Index Recheck": Schema.optionalKey(Schema.Number),
  Plans: Schema.optionalKey(Schema.Array(Schema.Unknown))
})
type Step = typeof Step.Type

const decodePlan = Schema.decodeUnknownEffect(
  Schema.NonEmptyArray(Schema.Struct({ "QUERY PLAN": Schema.NonEmptyArray(Schema.Struct({ Plan: Schema.Unknown })) }))
)

const decodeStep = Schema.decodeUnknownSync(Step)

const stepsOf = (plan: unknown): ReadonlyArray<Step> => {
  const step = decodeStep(plan)
  return [step, ...(step.Plans ?? []).flatMap(stepsOf)]
}

/** The most rows of contacts or values that one step read, and whether it read the whole table for them. */
const verdictOf = (steps: ReadonlyArray<Step>): string => {
  const reads = steps.filter((step) => /^contact(s|_values)$/.test(step["Relation Name"] ?? ""))
  const most = Math.max(0, ...reads.map(rowsRead))
  const isWhole = reads.some((step) => step["Node Type"] === "Seq Scan")
  return `${isWhole ? "SEQ SCAN" : "index"}, ${most.toLocaleString("en")} rows`
}

const rowsRead = (step: Step): number =>
  step["Actual Loops"] *
  (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0) + (step["Rows Removed by Index Recheck"] ?? 0))
