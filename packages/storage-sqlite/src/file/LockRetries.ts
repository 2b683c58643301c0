import { Clock, Effect, Schedule } from "effect"
import type { SqlClient, SqlConnection, SqlError } from "effect/sql"
import { isLocked } from "../SqliteErrors.ts"

/** How long work waits for a lock, in milliseconds, from when it asked for the connection. */
const maxWait = 5_000

const waits = Schedule.spaced("5 millis")

/** An instant in milliseconds, by a clock that is never put back. */
const now = (): number => performance.now()

/**
 * Repeats a statement while another connection has locked the file: it has done nothing then. The lock is held by
 * another connection, which does not run in virtual time.
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
 * Has a connection without a busy timeout wait for a lock between two tries of a statement, so that the thread serves
 * others meanwhile, also the one that holds the lock. Fails with the error of the lock after five seconds, counted from
 * `askedAt`.
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
 * The turns of what runs on one connection: one after the other, each statement and each transaction. The time that one
 * waits for its turn counts for its lock too, so that many that wait behind a lock fail when the five seconds of each
 * are over, and not five seconds after the one before.
 */
export const makeLockQueue = () => {
  const state: { askedAt: number | undefined } = { askedAt: undefined }
  const since = (askedAt: number) => {
    state.askedAt = askedAt
  }
  return {
    /** When the work that has its turn asked for it. */
    askedAt: () => state.askedAt ?? now(),

    /** Notes when work asks for the connection that an acquirer or a borrower then gives to it alone. */
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
