import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlClient, SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"

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
export const freshDatabase = (server: string) => madeDatabase(server, (sql, name) => sql`CREATE DATABASE ${sql(name)}`)

/** Copies a database that nobody is connected to, file by file, and drops the copy when the scope ends. Gives its URL. */
export const copiedDatabase = (server: string, original: Redacted.Redacted) =>
  madeDatabase(
    server,
    (sql, name) => sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(nameOf(original))} STRATEGY file_copy`
  )

/**
 * A database of this name, from which copies are taken: the first who asks makes and fills it, in whatever process, while
 * the others wait. It stays.
 */
export const sharedDatabase = Effect.fnUntraced(function* <E>(
  server: string,
  name: string,
  fill: (url: Redacted.Redacted) => Effect.Effect<void, E>
) {
  const sql = yield* connection(Redacted.make(server))
  yield* sql`SELECT pg_advisory_lock(hashtext(${name}))`
  const made = yield* sql`SELECT datname FROM pg_database WHERE datname = ${name}`
  if (made.length === 0) {
    const draft = `${name}_draft`
    yield* sql`DROP DATABASE IF EXISTS ${sql(draft)}`
    yield* sql`CREATE DATABASE ${sql(draft)}`
    yield* fill(databaseAt(server, draft))
    yield* sql`ALTER DATABASE ${sql(draft)} RENAME TO ${sql(name)}`
  }
  return databaseAt(server, name)
}, Effect.scoped)

/** Drops the databases whose names begin with this. */
export const dropShared = (server: string, prefix: string) =>
  withDatabase(Redacted.make(server), (sql) =>
    Effect.gen(function* () {
      const shared = yield* sql<{
        datname: string
      }>`SELECT datname FROM pg_database WHERE starts_with(datname, ${prefix})`
      for (const { datname } of shared) yield* sql`DROP DATABASE ${sql(datname)} WITH (FORCE)`
    })
  )

const nameOf = (url: Redacted.Redacted): string => new URL(Redacted.value(url)).pathname.slice(1)

const madeDatabase = Effect.fnUntraced(function* (
  server: string,
  make: (sql: SqlClient.SqlClient, name: string) => Effect.Effect<unknown, SqlError.SqlError>
): Effect.fn.Return<Redacted.Redacted, SqlError.SqlError, Scope.Scope> {
  const name = `rollcall_test_${randomUUID().replaceAll("-", "")}`
  const administer = (statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError.SqlError>) =>
    withDatabase(Redacted.make(server), statement)
  yield* Effect.acquireRelease(
    administer((sql) => make(sql, name)),
    () => Effect.orDie(administer((sql) => sql`DROP DATABASE ${sql(name)} WITH (FORCE)`))
  )
  return databaseAt(server, name)
})
