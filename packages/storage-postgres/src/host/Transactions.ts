/**
 * Clients over the transactions of query builders, for `in` and `using`. This module imports none of the query
 * builders' packages.
 */
import { Predicate } from "effect"
import type { QueryClient } from "./HostClient.ts"
import type { QueryResult, QueryValue } from "./QueryConnection.ts"

/** A Drizzle transaction on Postgres: the `tx` of `db.transaction(async (tx) => ...)`. */
interface DrizzleTransaction {
  execute(query: { getSQL(): unknown } | string): PromiseLike<unknown>
}

/** Runs Rollcall in a Drizzle transaction. */
export const fromDrizzle = clientOf((tx: DrizzleTransaction, sql, params) => {
  // Drizzle calls these methods on a statement that it did not build itself, to get the SQL and the parameters.
  const statement = { getSQL: () => statement, toQuery: () => ({ sql, params }) }
  return tx.execute(statement)
})

/** A Kysely statement with its SQL and parameters. */
interface KyselyQuery {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
  readonly query: { readonly kind: "RawNode"; readonly sqlFragments: ReadonlyArray<string>; readonly parameters: [] }
  readonly queryId: { readonly queryId: string }
}

/** A Kysely transaction: the `trx` of `db.transaction().execute(async (trx) => ...)`. */
interface KyselyTransaction {
  withoutPlugins(): { executeQuery(query: KyselyQuery): PromiseLike<unknown> }
}

/** Runs Rollcall in a Kysely transaction. Kysely's plugins do not see Rollcall's statements and rows. */
export const fromKysely = clientOf((trx: KyselyTransaction, sql, parameters) =>
  trx.withoutPlugins().executeQuery({
    sql,
    parameters,
    query: { kind: "RawNode", sqlFragments: [sql], parameters: [] },
    queryId: { queryId: "rollcall" }
  })
)

/** A Knex transaction on Postgres: the `trx` of `knex.transaction(async (trx) => ...)`. */
export interface KnexTransaction {
  raw(sql: string, bindings: Array<QueryValue>): PromiseLike<unknown>
}

/** Runs Rollcall in a Knex transaction. A `postProcessResponse` must return the rows of `raw` unchanged. */
export const fromKnex = clientOf((trx: KnexTransaction, sql, values) => {
  // The parameters of a statement are numbered in the order in which they appear.
  const text = sql.replaceAll("?", "\\?").replaceAll(/\$\d+/g, "?")
  return trx.raw(text, values)
})

/** A Prisma transaction on Postgres: the `tx` of `prisma.$transaction(async (tx) => ...)`. */
export interface PrismaTransaction {
  $queryRawUnsafe(sql: string, ...values: Array<QueryValue>): PromiseLike<unknown>
}

/** Runs Rollcall in an interactive Prisma transaction. */
export const fromPrisma = clientOf((tx: PrismaTransaction, sql, values) => tx.$queryRawUnsafe(sql, ...values))

/**
 * Makes a client for a transaction. Returns the same client for the same transaction, because a transaction runs one
 * call at a time.
 */
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

/** Returns a statement's result: the rows themselves, or an object with `rows`. */
const resultOf = (result: unknown): QueryResult => {
  if (Array.isArray(result)) return { rows: result }
  return Predicate.hasProperty(result, "rows") && Array.isArray(result.rows) ? { rows: result.rows } : { rows: [] }
}
