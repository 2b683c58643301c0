import { Clock, Effect, Schedule } from "effect"
import type { SqlClient, SqlConnection, SqlError } from "effect/sql"
import { isLocked } from "../SqliteErrors.ts"

/**
 * How long a statement is retried while the file is locked, in milliseconds, counted from when its work asked for the
 * connection.
 */
const maxWait = 5_000

const waits = Schedule.spaced("5 millis")

/** The time in milliseconds, by a clock that does not go back. */
const now = (): number => performance.now()

/**
 * Runs a statement, and runs it again every 5 ms while it fails because another connection has locked the file, for five
 * seconds from `askedAt`. A statement that fails so has changed nothing. The pauses are of real time even under a test clock,
 * because another connection releases the lock.
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
 * Returns a connection that retries statements while another connection has locked the file. `connection` has no busy
 * timeout, which would block the thread, and with it the work that holds the lock. After five seconds from `askedAt`
 * statements fail with the error of the lock.
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
 * Makes a record of when the work that has a connection asked for it. One statement or transaction has the connection at a
 * time. The wait for the connection counts as a wait for the lock: of many that wait behind a lock each fails after its own
 * five seconds, and not five seconds after the one before.
 */
export const makeLockQueue = () => {
  const state: { askedAt: number | undefined } = { askedAt: undefined }
  const since = (askedAt: number) => {
    state.askedAt = askedAt
  }
  return {
    /** Returns when the work that has the connection asked for it, in milliseconds of `performance.now()`. */
    askedAt: () => state.askedAt ?? now(),

    /** Returns acquirers and borrowers that record this time when they give the connection away. */
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
