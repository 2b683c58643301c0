import type { Dialect } from "@rollcall/storage-sql"
import { Effect, Option, Queue, Stream } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { IsLimited } from "../Session.ts"

type Parts = Stream.Stream<ReadonlyArray<unknown>, SqlError.SqlError>

/** Number of parts read ahead while the reader processes one. */
const few = 2

/**
 * Makes the planner plan for all rows instead of the first few, and removes the statement timeout: the cursor stays
 * open as long as its reader needs, unless the process freezes.
 */
const settings = "set_config('statement_timeout', '0', true), set_config('cursor_tuple_fraction', '1', true)"

let cursors = 0

/**
 * Reads with a cursor, which sees the data at its DECLARE. Uses the open transaction if there is one. Otherwise a fiber
 * reads in its own transaction and connection, and pauses while its reader has enough parts. With only one connection,
 * the fiber does not pause, because its reader may be waiting for that connection.
 */
export const readParts =
  (sql: SqlClient.SqlClient, oneConnection: boolean): Dialect["Service"]["readParts"] =>
  (statement, atOnce) =>
    Stream.unwrap(
      Effect.map(Effect.serviceOption(sql.transactionService), (around): Parts => {
        const parts = byCursor(sql, statement, atOnce)
        if (Option.isSome(around)) return parts
        return Stream.callback<ReadonlyArray<unknown>, SqlError.SqlError>(
          (queue) =>
            Stream.runForEach(parts, (part) => Queue.offer(queue, part)).pipe(
              (reading) => Effect.andThen(sql`SELECT ${sql.literal(settings)}`, reading),
              sql.withTransaction,
              Effect.provideService(IsLimited, false),
              Effect.andThen(Queue.end(queue))
            ),
          { bufferSize: oneConnection ? Infinity : few }
        )
      })
    )

const byCursor = (sql: SqlClient.SqlClient, statement: Statement.Fragment, atOnce: number): Parts => {
  const cursor = sql.literal(`rollcall_parts_${++cursors}`)
  const open = sql`DECLARE ${cursor} NO SCROLL CURSOR FOR ${statement}`.unprepared
  // The cursors of a failed transaction are already closed.
  const close = Effect.ignore(sql`CLOSE ${cursor}`.unprepared)
  const fetch = sql`FETCH FORWARD ${sql.literal(String(atOnce))} FROM ${cursor}`.unprepared
  return Stream.unwrap(
    Effect.as(
      Effect.acquireRelease(open, () => close),
      Stream.takeUntil(Stream.fromEffectRepeat(fetch), (rows) => rows.length < atOnce)
    )
  ).pipe(Stream.filter((rows) => rows.length > 0))
}
