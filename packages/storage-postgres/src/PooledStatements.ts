import type { PgConnection } from "@effect/sql-pg"
import { Effect } from "effect"

/** What runs statements: a connection of the driver, or what is made of one. */
export type Statements = Pick<PgConnection.PgConnection, "query" | "queryValues">

/**
 * Runs statements through a pooler, which may give each transaction another session of the server: none is prepared. The
 * statements of a text that begins a transaction go out together, so that it takes one round trip; `disconnect` ends
 * the session if one of them fails, for the transaction may be open then.
 *
 * The connection has the option `multiplex`, without which the driver sends nothing before the last answer. All other
 * statements have the connection for themselves: the driver cancels only those when they are interrupted.
 */
export const pooledStatements = (connection: PgConnection.PgConnection, disconnect: () => void): Statements => {
  const alone = <A, E>(use: (statements: Statements) => Effect.Effect<A, E>) =>
    Effect.scoped(Effect.flatMap(connection.pin, use))
  const begin = (text: string) =>
    Effect.all(
      text.split("; ").map((statement) => connection.query(statement, [], false)),
      { concurrency: "unbounded" }
    ).pipe(
      Effect.map((results) => ({ ...noRows, ...results[0] })),
      Effect.onError(() => Effect.sync(disconnect))
    )
  return {
    query: (sql, params) =>
      sql.startsWith("BEGIN") ? begin(sql) : alone((statements) => statements.query(sql, params, false)),
    queryValues: (sql, params) => alone((statements) => statements.queryValues(sql, params, false))
  }
}

const noRows: PgConnection.Result = { command: "BEGIN", rowCount: 0, oid: null, rows: [], fields: [] }
