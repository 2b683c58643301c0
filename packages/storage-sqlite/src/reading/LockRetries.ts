import { Clock, Effect, Schedule } from "effect"
import type { SqlClient, SqlConnection, SqlError } from "effect/sql"
import { isLocked } from "../SqliteErrors.ts"

/** How long a statement is retried while the file is locked, in milliseconds since the connection was requested. */
const maxWait = 5_000

const waits = Schedule.spaced("5 millis")

/** Returns the time of a monotonic clock in milliseconds. */
const now = (): number => performance.now()

/**
 * Runs a statement, and retries it every 5 ms while another connection has locked the file, for five seconds from
 * `askedAt`. A statement that fails because of the lock has changed nothing. Pauses use real time even under a test
 * clock, because another connection releases the lock.
 */
const retried = <A>(statement: Effect.Effect<A, SqlError.SqlError>, askedAt: () => number) =>
  Effect.catchIf(statement, isLockError, () => {
    const end = askedAt() + maxWait
    return statement.pipe(
      Effect.retry({ schedule: waits, while: (error) => isLockError(error) && now() < end }),
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
    )
  })

const isLockError = ({ reason }: SqlError.SqlError): boolean => isLocked(reason.cause)

/**
 * Returns a connection that retries statements while another connection has locked the file. `connection` must have no
 * busy timeout, because a busy timeout would block the thread, and so the work that holds the lock. Five seconds after
 * `askedAt`, statements fail with the lock's error.
 */
export const withRetries = (
  connection: SqlConnection.Connection,
  askedAt: () => number = now
): SqlConnection.Connection => ({
  execute: (sql, params, transform) => retried(connection.execute(sql, params, transform), askedAt),
  executeRaw: (sql, params) => retried(connection.executeRaw(sql, params), askedAt),
  executeStream: (sql, params, transform) => connection.executeStream(sql, params, transform),
  executeValues: (sql, params) => retried(connection.executeValues(sql, params), askedAt),
  executeValuesUnprepared: (sql, params) => retried(connection.executeValuesUnprepared(sql, params), askedAt),
  executeUnprepared: (sql, params, transform) => retried(connection.executeUnprepared(sql, params, transform), askedAt)
})

/**
 * Records when the connection's current user requested the connection. One statement or transaction uses the connection
 * at a time. The wait for the connection counts as a wait for the lock. So each of many waiting statements fails five
 * seconds after its own request, not five seconds after the previous statement.
 */
export const makeLockQueue = () => {
  const state: { askedAt: number | undefined } = { askedAt: undefined }
  const since = (askedAt: number) => {
    state.askedAt = askedAt
  }
  return {
    /** Returns when the connection's current user requested it, in milliseconds of `performance.now()`. */
    askedAt: () => state.askedAt ?? now(),

    /** Returns acquirers and borrowers that record when the connection was requested, at the moment they lend it. */
    timed: ({ acquirer, borrower, transactionAcquirer, ...others }: Acquirers): Acquirers => {
      const timed = (acquirer: SqlConnection.Acquirer): SqlConnection.Acquirer =>
        Effect.suspend(() => {
          const askedAt = now()
          return Effect.tap(acquirer, () => Effect.sync(() => since(askedAt)))
        })
      return {
        ...others,
        acquirer: timed(acquirer),
        transactionAcquirer: timed(transactionAcquirer),
        borrower: (use) =>
          Effect.suspend(() => {
            const askedAt = now()
            return borrower((connection) => {
              since(askedAt)
              return use(connection)
            })
          })
      }
    }
  }
}

type Acquirers = ReturnType<typeof SqlClient.makeSqliteAcquirers>
