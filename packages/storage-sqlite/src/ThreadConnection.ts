import { Effect, Schema, Stream } from "effect"
import { type SqlConnection, SqlError } from "effect/sql"
import type { SQLInputValue, StatementSync } from "node:sqlite"
import { pragmas, withoutCheckpoint } from "./ControlStatements.ts"
import { startThread, type Thread } from "./Thread.ts"

/** The driver sets the timeout of the connections that it opens. */
const threadPragmas = [...pragmas, withoutCheckpoint, "PRAGMA busy_timeout = 5000"]

const Refused = Schema.Struct({
  message: Schema.String,
  /** The members of an error of SQLite, and its extended result code among them. */
  codes: Schema.Record(Schema.String, Schema.Unknown)
})

/** What became of a statement. */
const Answer = Schema.Union([Schema.Struct({ rows: Schema.Array(Schema.ObjectKeyword) }), Refused])
const decodeAnswer = Schema.decodeUnknownSync(Answer)
const decodeValues = Schema.decodeUnknownSync(Schema.Array(Schema.Array(Schema.Unknown)))

type Rows = Effect.Effect<ReadonlyArray<object>, SqlError.SqlError>

/**
 * A connection whose statements run on a thread of their own, for transactions that would keep the process from all
 * other work. One that is lost takes its transaction along, as a process that dies does: what is left of the transaction
 * fails, and the next begins on a new thread. `start` makes sure that there is one that works, and has to come before
 * each transaction.
 */
export const makeThreadConnection = Effect.fnUntraced(function* (filename: string) {
  let thread: Thread | null = null
  const waiting: Array<(rows: Rows) => void> = []

  const answer = (rows: Rows) => {
    const resume = waiting.shift()
    if (waiting.length === 0) thread?.setAwaited(false)
    resume?.(rows)
  }

  const kill = Effect.suspend(() => thread?.kill ?? Effect.void)

  const ask = (sql: string, params: ReadonlyArray<unknown>, asArrays = false): Rows =>
    Effect.callback((resume) => {
      if (thread === null) return resume(Effect.fail(lost(new Error("there is no thread"))))
      thread.setAwaited(true)
      thread.post({ sql, params, asArrays })
      waiting.push(resume)
    })

  const open = Effect.try({
    try: () => {
      thread = startThread({
        work: runStatements,
        opening: filename,
        onAnswer: (told) => answer(rowsOf(decodeAnswer(told))),
        onEnd: (cause) => {
          thread = null
          for (const resume of waiting.splice(0)) resume(Effect.fail(lost(cause)))
        }
      })
    },
    catch: lost
  })
  const settings = Effect.forEach(threadPragmas, (sql) => ask(sql, []), { discard: true })
  const begin = Effect.uninterruptible(Effect.tapError(Effect.andThen(open, settings), () => kill))
  const start = Effect.suspend(() => (thread === null ? begin : Effect.void))

  /** A transaction that cannot be rolled back must not stay open: it goes with the thread. */
  const run = (sql: string, params: ReadonlyArray<unknown>): Rows =>
    sql === "ROLLBACK" ? Effect.catch(ask(sql, params), () => Effect.as(kill, [])) : ask(sql, params)

  const execute: SqlConnection.Connection["execute"] = (sql, params, transformRows) =>
    transformRows === undefined ? run(sql, params) : Effect.map(run(sql, params), transformRows)

  const values = (sql: string, params: ReadonlyArray<unknown>) => Effect.map(ask(sql, params, true), decodeValues)

  yield* Effect.addFinalizer(() => Effect.suspend(() => thread?.close ?? Effect.void))

  const connection: SqlConnection.Connection = {
    execute,
    executeUnprepared: execute,
    executeRaw: run,
    executeValues: values,
    executeValuesUnprepared: values,
    executeStream: () => Stream.die("a connection on a thread has no streams")
  }
  return { connection, start }
})

const rowsOf = (answer: typeof Answer.Type): Rows =>
  "rows" in answer ? Effect.succeed(answer.rows) : Effect.fail(refused(answer))

/** The error as it was on the thread. Effect knows it by its `errno`, which the driver sets, too. */
const refused = ({ codes, message }: typeof Refused.Type) =>
  new SqlError.SqlError({
    reason: SqlError.classifySqliteError(Object.assign(new Error(message), codes, { errno: codes["errcode"] }), {
      message: "Failed to execute statement",
      operation: "execute"
    })
  })

const lost = (cause: unknown) =>
  new SqlError.SqlError({
    reason: new SqlError.ConnectionError({ cause, message: "The connection's thread has ended", operation: "execute" })
  })

/** A statement to run, and whether its rows are wanted as lists. */
interface Order {
  readonly sql: string
  readonly params: ReadonlyArray<SQLInputValue>
  readonly asArrays: boolean
}

/** What the thread does. It has no functions with names: some compilers mark these with a helper, which is not there. */
const runStatements = () => {
  const threads = process.getBuiltinModule("node:worker_threads")
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite")
  const database = new DatabaseSync(String(threads.workerData))
  const prepared = new Map<string, StatementSync>()

  threads.parentPort?.on("message", (order: Order | "close") => {
    if (order === "close") {
      database.close()
      threads.parentPort?.close()
      return
    }
    try {
      const { asArrays, params, sql } = order
      const statement = prepared.get(sql) ?? database.prepare(sql)
      prepared.set(sql, statement)
      statement.setReturnArrays(asArrays)
      const hasRows = statement.columns().length > 0
      if (!hasRows) statement.run(...params)
      threads.parentPort?.postMessage({ rows: hasRows ? statement.all(...params) : [] }, [])
    } catch (error) {
      // An error itself would lose its codes on the way.
      const codes = error instanceof Error ? Object.fromEntries(Object.entries(error)) : {}
      const told = { message: error instanceof Error ? error.message : String(error), codes }
      threads.parentPort?.postMessage(told, [])
    }
  })
}
