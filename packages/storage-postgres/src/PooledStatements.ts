import type { PgConnection } from "@effect/sql-pg"
import { Effect } from "effect"

/** Runs statements: a driver connection or a wrapper around one. */
export type Statements = Pick<PgConnection.PgConnection, "query" | "queryValues">

/**
 * Runs statements through a pooler, which may give each transaction another server session, so nothing is prepared. A
 * string that begins a transaction is split into statements sent together, in one round trip. If one of these
 * statements fails, `disconnect` ends the session, because the transaction may be open.
 *
 * The connection has the option `multiplex`; without this option, the driver sends nothing before the previous response
 * arrives. Every other statement has exclusive use of the connection, because only then does the driver cancel an
 * interrupted statement.
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
