import type { Dialect } from "@rollcall/storage-sql"
import { Clock, Context, Effect, Predicate, Schema } from "effect"
import { type SqlConnection, SqlError } from "effect/sql"
import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import { withRetries } from "./LockRetries.ts"
import { connectionOf, toSqlError } from "./QueryConnection.ts"

/**
 * The connections for statements that may read many rows. `triedFirst` runs them on the main thread for a millisecond,
 * then on another thread. `onThread` runs them on another thread at once. `inParts` reads their rows in parts. Null for
 * an in-memory database and for a host's client; then the client's connection runs these statements.
 */
export const SearchConnections = Context.Reference<{
  readonly triedFirst: SqlConnection.Connection
  readonly onThread: SqlConnection.Connection
  readonly inParts: Dialect["Service"]["readParts"]
} | null>("@rollcall/storage-sqlite/SearchThreads/SearchConnections", { defaultValue: () => null })

/** The URL of the thread's module. It is in the same folder as this module, in the sources and in the build. */
const workerFile = new URL(`./SearchWorker${extname(import.meta.url)}`, import.meta.url)

/**
 * Limits a thread's memory for new objects, in MiB. A thread keeps few objects, but by default would reserve as much
 * memory as the process.
 */
export const threadLimits = { maxYoungGenerationSizeMb: 16 }

/** How long a thread may take to end on `"close"` before it is terminated. */
export const maxCloseTime = "1 second"

/** The thread's response: strings that are JSON arrays of rows, or an error. */
const Answer = Schema.Union([
  Schema.Struct({ rows: Schema.Array(Schema.String) }),
  Schema.Struct({
    error: Schema.Struct({
      message: Schema.String,
      code: Schema.optionalKey(Schema.String),
      errcode: Schema.optionalKey(Schema.Number)
    })
  })
])
const decodeAnswer = Schema.decodeUnknownSync(Answer)
const decodeRows = Schema.decodeSync(Schema.fromJsonString(Schema.Array(Schema.ObjectKeyword)))

type Result = Effect.Effect<ReadonlyArray<object>, SqlError.SqlError>

/** A waiting or running statement, with the function that completes its effect. */
interface Search {
  readonly sql: string
  readonly params: ReadonlyArray<unknown>
  readonly end: (result: Result) => void
}

interface Thread {
  readonly worker: Worker
  /** A shared number. 1 means that the current statement must end. */
  readonly stop: Int32Array
  /** The current statement; null if the thread is free. */
  search: Search | null
  /** Starts when the statement is stopped. Replaces the thread if the statement takes too long to end. */
  timer: NodeJS.Timeout | undefined
  /** Whether the thread was replaced. A replaced thread terminates as soon as its statement allows. */
  isReplaced: boolean
}

interface ThreadOptions {
  readonly filename: string
  readonly limit: number
  readonly reader: SqlConnection.Connection
  /** Default: 2,000 milliseconds. How long a thread may take to stop its statement before it is replaced. */
  readonly maxStopTime?: number
}

/**
 * Makes a connection that runs statements on up to `limit` threads, each with its own read-only connection, so that
 * they do not block the main thread. A thread is started if no thread is free, and runs one statement at a time.
 * Further statements wait in the order of arrival.
 *
 * An interrupted effect ends at once. Its statement ends at the next row that evaluates the dialect's `isNotCancelled`.
 * If that takes longer than `maxStopTime`, a new thread replaces the statement's thread. If a thread fails, its
 * statement fails with `ConnectionError`. If threads cannot run, as in a bundle without their module, `reader` runs the
 * statements. When the scope closes, waiting and running statements fail, and all threads end.
 */
export const makeSearchThreads = Effect.fnUntraced(function* ({
  filename,
  limit,
  maxStopTime = 2_000,
  reader
}: ThreadOptions) {
  const threads = new Set<Thread>()
  const waiting = new Set<Search>()
  const state = { cannotRun: false, isClosed: false }

  const start = (): Thread => {
    const stop = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Worker(workerFile, {
      workerData: { filename, stop },
      execArgv: [],
      resourceLimits: threadLimits
    })
    const thread: Thread = { worker, stop, search: null, timer: undefined, isReplaced: false }
    worker.on("message", (answer: unknown) => finish(thread, resultOf(answer)))
    worker.on("error", (cause: unknown) => {
      state.cannotRun ||= isMissing(cause)
      remove(thread, cause)
    })
    worker.on("exit", () => remove(thread, new Error("The thread has ended")))
    threads.add(thread)
    return thread
  }

  /** Completes a thread's statement and frees the thread. A free thread does not keep the process alive. */
  const finish = (thread: Thread, result: Result) => {
    const { search } = thread
    clearTimeout(thread.timer)
    Atomics.store(thread.stop, 0, 0)
    thread.search = null
    thread.worker.unref()
    search?.end(result)
    runWaiting()
  }

  const remove = (thread: Thread, cause: unknown) => {
    if (!threads.delete(thread)) return
    const { search } = thread
    finish(thread, search !== null && state.cannotRun ? onReader(search) : unavailable(cause))
  }

  const onReader = ({ params, sql }: Search): Result => reader.execute(sql, params, undefined)

  /** Returns a free or new thread; undefined if `limit` threads run, or 2 x `limit` including replaced threads. */
  const freeThread = (): Thread | undefined => {
    const present = Array.from(threads).filter(({ isReplaced }) => !isReplaced)
    const free = present.find(({ search }) => search === null)
    return free ?? (present.length < limit && threads.size < 2 * limit ? start() : undefined)
  }

  const run = (thread: Thread, search: Search) => {
    thread.search = search
    thread.worker.ref()
    thread.worker.postMessage({ sql: search.sql, params: search.params }, [])
  }

  const runWaiting = () => {
    try {
      for (const search of waiting) {
        if (state.isClosed) search.end(closed)
        else if (state.cannotRun) search.end(onReader(search))
        else {
          const thread = freeThread()
          if (thread === undefined) return
          run(thread, search)
        }
        waiting.delete(search)
      }
    } catch {
      state.cannotRun = true
      runWaiting()
    }
  }

  /** Tells the thread that runs a search to stop it. */
  const stop = (search: Search) => {
    const thread = Array.from(threads).find((thread) => thread.search === search)
    if (thread === undefined) return
    Atomics.store(thread.stop, 0, 1)
    thread.timer = setTimeout(() => {
      thread.isReplaced = true
      terminate(thread)
      runWaiting()
    }, maxStopTime)
  }

  /** Fails a thread's statement, and ends the thread. */
  const close = (thread: Thread) =>
    Effect.callback<void>((resume) => {
      thread.search?.end(closed)
      thread.worker.once("exit", () => resume(Effect.void))
      thread.worker.ref()
      Atomics.store(thread.stop, 0, 1)
      thread.worker.postMessage("close", [])
    }).pipe(
      Effect.timeoutOrElse({ duration: maxCloseTime, orElse: () => Effect.sync(() => terminate(thread)) }),
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
    )

  yield* Effect.addFinalizer(() => {
    state.isClosed = true
    runWaiting()
    return Effect.forEach(threads, close, { concurrency: "unbounded", discard: true })
  })

  const execute = (sql: string, params: ReadonlyArray<unknown>) =>
    Effect.callback<ReadonlyArray<object>, SqlError.SqlError>((end) => {
      const search = { sql, params, end }
      waiting.add(search)
      runWaiting()
      return Effect.sync(() => {
        if (!waiting.delete(search)) stop(search)
      })
    })

  return withRetries(connectionOf(execute))
})

/** Returns the rows or the error in a thread's response. Yields between parts while it decodes many rows. */
export const resultOf = (answer: unknown): Result => {
  const decoded = decodeAnswer(answer)
  if ("rows" in decoded) {
    const [first = "[]", ...others] = decoded.rows
    const rows = decodeRows(first)
    if (others.length === 0) return Effect.succeed(rows)
    const rest = Effect.forEach(others, (text) => Effect.map(Effect.yieldNow, () => decodeRows(text)))
    return Effect.map(rest, (parts) => [rows, ...parts].flat())
  }
  const { message, ...codes } = decoded.error
  return Effect.fail(toSqlError(Object.assign(new Error(message), codes)))
}

export const unavailable = (cause: unknown): Result =>
  Effect.fail(
    new SqlError.SqlError({
      reason: new SqlError.ConnectionError({ message: "The thread of the statement has failed", cause })
    })
  )

const closed = unavailable(new Error("The database is closed"))

/** Whether an error means that the thread's module does not exist. */
export const isMissing = (cause: unknown): boolean =>
  Predicate.hasProperty(cause, "code") && cause.code === "ERR_MODULE_NOT_FOUND"

/** Terminates a thread without waiting. The thread ends at the next row that evaluates `isNotCancelled`. */
const terminate = ({ worker }: Thread): void => void worker.terminate()
