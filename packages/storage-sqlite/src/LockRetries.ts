import { Clock, Effect, Schedule } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { isLocked } from "./SqliteErrors.ts"

/** Every 5 ms for five seconds. A lock is held by another connection, which does not run in virtual time. */
const waits = Schedule.spaced("5 millis").pipe(Schedule.upTo({ duration: "5 seconds" }))

/** Repeats a statement while another connection has locked the file: it has done nothing then. */
const retried = <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> => {
  const again = statement.pipe(
    Effect.retry({ schedule: waits, while: isLockError }),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )
  return Effect.catchIf(statement, isLockError, () => again)
}

const isLockError = ({ reason }: SqlError.SqlError): boolean => isLocked(reason.cause)

/**
 * Has a connection without a busy timeout wait for a lock between two tries of a statement, so that the thread serves
 * others meanwhile, also the one that holds the lock. Fails with the error of the lock after five seconds.
 */
export const withRetries = (connection: SqlConnection.Connection): SqlConnection.Connection => ({
  execute: (sql, params, transform) => retried(connection.execute(sql, params, transform)),
  executeRaw: (sql, params) => retried(connection.executeRaw(sql, params)),
  executeStream: (sql, params, transform) => connection.executeStream(sql, params, transform),
  executeValues: (sql, params) => retried(connection.executeValues(sql, params)),
  executeValuesUnprepared: (sql, params) => retried(connection.executeValuesUnprepared(sql, params)),
  executeUnprepared: (sql, params, transform) => retried(connection.executeUnprepared(sql, params, transform))
})
