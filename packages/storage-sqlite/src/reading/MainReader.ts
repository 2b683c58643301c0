import { thresholds } from "@rollcall/storage-sql"
import { Effect } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { withRetries } from "../file/LockRetries.ts"
import { connectionOf, inputsOf, toSqlError } from "./QueryConnection.ts"
import { isLocked } from "../SqliteErrors.ts"
import { openReader, Stopped } from "./StoppableReader.ts"

/**
 * A search holds the thread of the process for this time, as far as `isNotCancelled` of the dialect is evaluated. The tests of a
 * row between two evaluations take time too, so a statement with many parameters is not tried: it has many tests.
 */
const { triedParameters, triedTime } = thresholds

/** The connection of the main thread for reads outside of transactions. */
export const makeMainReader = Effect.fnUntraced(function* (filename: string) {
  const state = { endsAt: Infinity }
  const reader = yield* Effect.acquireRelease(
    Effect.try({ try: () => openReader(filename, () => performance.now() > state.endsAt), catch: toSqlError }),
    (reader) => Effect.sync(() => reader.close())
  )

  const all = (sql: string, params: ReadonlyArray<unknown>) =>
    Effect.try({ try: () => reader.all(sql, inputsOf(params)), catch: toSqlError })

  /** The rows, if the statement ends in time and finds no lock. */
  const soon = (sql: string, params: ReadonlyArray<unknown>) =>
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
   * A connection that first tries a statement here, and has `threads` run it if it does not end in time. A statement for
   * few rows ends before a thread has received it.
   */
  const triedFirst = (threads: SqlConnection.Connection): SqlConnection.Connection =>
    connectionOf((sql, params): Rows => {
      if (params.length > triedParameters.value) return threads.execute(sql, params, undefined)
      return Effect.flatMap(soon(sql, params), (rows) =>
        rows === undefined ? threads.execute(sql, params, undefined) : Effect.succeed(rows)
      )
    })

  return { connection: withRetries(connectionOf(all)), triedFirst }
})

type Rows = Effect.Effect<ReadonlyArray<object>, SqlError.SqlError>
