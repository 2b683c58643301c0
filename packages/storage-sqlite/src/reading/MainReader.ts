import { thresholds } from "@rollcall/storage-sql"
import { Effect } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { withRetries } from "./LockRetries.ts"
import { connectionOf, inputsOf, toSqlError } from "./QueryConnection.ts"
import { isLocked } from "../SqliteErrors.ts"
import { openReader, Stopped } from "./StoppableReader.ts"

/**
 * Limits for a search on the main thread. A search blocks the thread for `triedTime`, and until the next evaluation of
 * the dialect's `isNotCancelled`. Up to 128 rows are tested in between, so a statement with more than
 * `triedParameters`, which has many tests, is not tried on the main thread.
 */
const { triedParameters, triedTime } = thresholds

/**
 * Opens the main thread's connection for reads outside transactions. `connection` runs statements to completion.
 * `triedFirst` returns a connection for statements that may take long.
 */
export const makeMainReader = Effect.fnUntraced(function* (filename: string) {
  const state = { endsAt: Infinity }
  const reader = yield* Effect.acquireRelease(
    Effect.try({ try: () => openReader(filename, () => performance.now() > state.endsAt), catch: toSqlError }),
    (reader) => Effect.sync(() => reader.close())
  )

  const all = (sql: string, params: ReadonlyArray<unknown>) =>
    Effect.try({ try: () => reader.all(sql, inputsOf(params)), catch: toSqlError })

  /** Returns the rows, or undefined if the statement takes longer than `triedTime` or the file is locked. */
  const tryInTime = (sql: string, params: ReadonlyArray<unknown>) =>
    Effect.try({
      try: () => {
        state.endsAt = performance.now() + triedTime.value
        try {
          return reader.all(sql, inputsOf(params))
        } catch (cause) {
          if (cause instanceof Stopped || isLocked(cause)) return undefined
          throw cause
        } finally {
          state.endsAt = Infinity
        }
      },
      catch: toSqlError
    })

  /**
   * Returns a connection that runs a statement on the main thread for `triedTime`, and restarts it on `threads` if it
   * has not ended by then. A statement that reads few rows ends before a thread would have received it.
   */
  const triedFirst = (threads: SqlConnection.Connection): SqlConnection.Connection =>
    connectionOf((sql, params): Rows => {
      if (params.length > triedParameters.value) return threads.execute(sql, params, undefined)
      return Effect.flatMap(tryInTime(sql, params), (rows) =>
        rows === undefined ? threads.execute(sql, params, undefined) : Effect.succeed(rows)
      )
    })

  return { connection: withRetries(connectionOf(all)), triedFirst }
})

type Rows = Effect.Effect<ReadonlyArray<object>, SqlError.SqlError>
