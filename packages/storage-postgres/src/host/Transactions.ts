/** Clients over the transactions of query builders, for `in` and `using`. None of their packages is imported. */
import { Predicate } from "effect"
import type { QueryClient } from "./HostClient.ts"
import type { QueryResult, QueryValue } from "./QueryConnection.ts"

/** A transaction of Drizzle on Postgres: the `tx` of `db.transaction(async (tx) => ...)`. */
interface DrizzleTransaction {
  execute(query: { getSQL(): unknown } | string): PromiseLike<unknown>
}

/** Runs Rollcall in a transaction of Drizzle. */
export const fromDrizzle = clientOf((tx: DrizzleTransaction, sql, params) => {
  // What Drizzle asks of a statement that it did not build itself: its text and its parameters.
  const statement = { getSQL: () => statement, toQuery: () => ({ sql, params }) }
  return tx.execute(statement)
})

/** A statement of Kysely with its text and parameters. */
interface KyselyQuery {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
  readonly query: { readonly kind: "RawNode"; readonly sqlFragments: ReadonlyArray<string>; readonly parameters: [] }
  readonly queryId: { readonly queryId: string }
}

/** A transaction of Kysely: the `trx` of `db.transaction().execute(async (trx) => ...)`. */
interface KyselyTransaction {
  withoutPlugins(): { executeQuery(query: KyselyQuery): PromiseLike<unknown> }
}

/** Runs Rollcall in a transaction of Kysely. Its plugins do not see the statements and rows of Rollcall. */
export const fromKysely = clientOf((trx: KyselyTransaction, sql, parameters) =>
  trx.withoutPlugins().executeQuery({
    sql,
    parameters,
    query: { kind: "RawNode", sqlFragments: [sql], parameters: [] },
    queryId: { queryId: "rollcall" }
  })
)

/** A transaction of Knex on Postgres: the `trx` of `knex.transaction(async (trx) => ...)`. */
export interface KnexTransaction {
  raw(sql: string, bindings: Array<QueryValue>): PromiseLike<unknown>
}

/** Runs Rollcall in a transaction of Knex. A `postProcessResponse` must leave the rows of `raw` as they are. */
export const fromKnex = clientOf((trx: KnexTransaction, sql, values) => {
  // The parameters of a statement are numbered in the order of their places.
  const text = sql.replaceAll("?", "\\?").replaceAll(/\$\d+/g, "?")
  return trx.raw(text, values)
})

/** A transaction of Prisma on Postgres: the `tx` of `prisma.$transaction(async (tx) => ...)`. */
export interface PrismaTransaction {
  $queryRawUnsafe(sql: string, ...values: Array<QueryValue>): PromiseLike<unknown>
}

/** Runs Rollcall in an interactive transaction of Prisma. */
export const fromPrisma = clientOf((tx: PrismaTransaction, sql, values) => tx.$queryRawUnsafe(sql, ...values))

/** Makes a client of a transaction, the same one each time, because a transaction serves one call at a time. */
function clientOf<Tx extends object>(
  run: (tx: Tx, sql: string, values: Array<QueryValue>) => PromiseLike<unknown>
): (tx: Tx) => QueryClient {
  const clients = new WeakMap<Tx, QueryClient>()
  return (tx) => {
    const client = clients.get(tx) ?? { query: async (sql, values) => resultOf(await run(tx, sql, values)) }
    clients.set(tx, client)
    return client
  }
}

/** The result of a statement: its rows, or an object that has them. */
const resultOf = (result: unknown): QueryResult => {
  if (Array.isArray(result)) return { rows: result }
  return Predicate.hasProperty(result, "rows") && Array.isArray(result.rows) ? { rows: result.rows } : { rows: [] }
}
