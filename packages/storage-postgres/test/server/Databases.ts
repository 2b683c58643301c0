import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Redacted, Schedule, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlClient, SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"

/** Opens one connection to a database, whose search path has the tables, until the scope ends. */
export const connection = (
  url: Redacted.Redacted
): Effect.Effect<SqlClient.SqlClient, SqlError.SqlError, Scope.Scope> =>
  Effect.provide(PgClient.makeClient({ url, startupParameters: { search_path: "rollcall, public" } }), Reactivity.layer)

/** Runs statements on one connection to a database. */
export const withDatabase = <A, E>(
  url: Redacted.Redacted,
  use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>
): Effect.Effect<A, E | SqlError.SqlError> => Effect.scoped(Effect.flatMap(connection(url), use))

/** The URL of another database on the server. */
export const databaseAt = (server: string, name: string): Redacted.Redacted => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return Redacted.make(url.href)
}

/** Creates an empty database and drops it when the scope ends. `server` is the URL of a superuser. Returns its URL. */
export const freshDatabase = (server: string) => madeDatabase(server, (sql, name) => sql`CREATE DATABASE ${sql(name)}`)

/** As `freshDatabase`, with options such as `LOCALE_PROVIDER icu`. */
export const databaseWith = (server: string, options: string) =>
  madeDatabase(server, (sql, name) => sql.unsafe(`CREATE DATABASE "${name}" TEMPLATE template0 ${options}`))

/** Copies a database without connections, and drops the copy when the scope ends. Returns the URL of the copy. */
export const copiedDatabase = (server: string, original: Redacted.Redacted) =>
  madeDatabase(
    server,
    (sql, name) => sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(nameOf(original))} STRATEGY file_copy`
  )

/**
 * Returns the database with this name, to be copied. The first caller of all processes creates and fills it while the
 * others wait. It is not dropped.
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
    const unfinished = `${name}_unfinished`
    yield* sql`DROP DATABASE IF EXISTS ${sql(unfinished)}`
    yield* sql`CREATE DATABASE ${sql(unfinished)}`
    yield* fill(databaseAt(server, unfinished))
    yield* sql`ALTER DATABASE ${sql(unfinished)} RENAME TO ${sql(name)}`
  }
  return databaseAt(server, name)
}, Effect.scoped)

/** Drops the databases whose names start with a prefix. */
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

/**
 * Waits for a moment until no session has a database. A pool of `pg` says that it has ended before its connections are closed, and
 * one that the server ends meanwhile throws where nobody catches it. The clock of a test would stand still meanwhile.
 */
const awaitSessions = (sql: SqlClient.SqlClient, name: string) =>
  Effect.repeat(sql`SELECT pid FROM pg_stat_activity WHERE datname = ${name}`, {
    until: (sessions) => sessions.length === 0,
    times: 25,
    schedule: Schedule.spaced("20 millis")
  }).pipe(Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))

const madeDatabase = Effect.fnUntraced(function* (
  server: string,
  make: (sql: SqlClient.SqlClient, name: string) => Effect.Effect<unknown, SqlError.SqlError>
): Effect.fn.Return<Redacted.Redacted, SqlError.SqlError, Scope.Scope> {
  const name = `rollcall_test_${randomUUID().replaceAll("-", "")}`
  const administer = (statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError.SqlError>) =>
    withDatabase(Redacted.make(server), statement)
  yield* Effect.acquireRelease(
    administer((sql) => make(sql, name)),
    () =>
      Effect.orDie(
        administer((sql) => Effect.andThen(awaitSessions(sql, name), sql`DROP DATABASE ${sql(name)} WITH (FORCE)`))
      )
  )
  return databaseAt(server, name)
})
