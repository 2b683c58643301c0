import { PgClient } from "@effect/sql-pg"
import { nextId } from "@rollcall/core"
import { Effect, Redacted, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlClient, SqlError } from "effect/sql"

/** One connection to the database of this URL, until the scope ends. */
export const connection = (
  url: Redacted.Redacted
): Effect.Effect<SqlClient.SqlClient, SqlError.SqlError, Scope.Scope> =>
  Effect.provide(PgClient.makeClient({ url }), Reactivity.layer)

/** Runs statements with one connection to the database of this URL. */
export const withDatabase = <A, E>(
  url: Redacted.Redacted,
  use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>
): Effect.Effect<A, E | SqlError.SqlError> => Effect.scoped(Effect.flatMap(connection(url), use))

/** Another database on the same server. */
export const databaseAt = (server: string, name: string): Redacted.Redacted => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return Redacted.make(url.href)
}

/** Makes an empty database on the server of a superuser's URL, and drops it when the scope ends. Gives its URL. */
export const freshDatabase = Effect.fnUntraced(function* (
  server: string
): Effect.fn.Return<Redacted.Redacted, SqlError.SqlError, Scope.Scope> {
  const name = `rollcall_test_${(yield* nextId).replaceAll("-", "")}`
  const administer = (statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError.SqlError>) =>
    withDatabase(Redacted.make(server), statement)
  yield* Effect.acquireRelease(
    administer((sql) => sql`CREATE DATABASE ${sql(name)}`),
    () => Effect.orDie(administer((sql) => sql`DROP DATABASE ${sql(name)} WITH (FORCE)`))
  )
  return databaseAt(server, name)
})
