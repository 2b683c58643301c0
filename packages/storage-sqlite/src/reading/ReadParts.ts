import type { Dialect } from "@rollcall/storage-sql"
import { Clock, Effect, Queue, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import { inputsOf, toSqlError } from "./QueryConnection.ts"
import { isMissing, maxCloseTime, resultOf, threadLimits, unavailable } from "./SearchThreads.ts"

/** Reads the rows of a statement in parts. */
export type PartsReader = Dialect["Service"]["readParts"]

/** Reads all rows at once, and returns them in parts. */
export const partsOf = (
  all: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>,
  atOnce: number
): ReturnType<PartsReader> =>
  Stream.unwrap(Effect.map(all, (rows) => Stream.fromIterable(slicesOf(rows, atOnce), { chunkSize: 1 })))

const slicesOf = function* <A>(rows: ReadonlyArray<A>, atOnce: number) {
  for (let from = 0; from < rows.length; from += atOnce) yield rows.slice(from, from + atOnce)
}

/** The URL of the thread's module. It is in the same folder as this module, in the sources and in the build. */
const workerFile = new URL(`./PartsWorker${extname(import.meta.url)}`, import.meta.url)

/** Number of parts the thread reads ahead while the stream's reader processes one. */
const ahead = 2

/**
 * Makes a reader that runs each statement in its own thread. The thread's connection sees one snapshot until the stream
 * ends. If threads cannot run, as in a bundle without their module, `reader` reads all rows at once.
 */
export const partsReader =
  ({ filename, reader }: { readonly filename: string; readonly reader: SqlConnection.Connection }): PartsReader =>
  (statement, atOnce) =>
    Stream.callback<ReadonlyArray<unknown>, SqlError.SqlError>(
      (queue) =>
        Effect.gen(function* () {
          const [sql, params] = statement.compile()
          const next = yield* startThread({ filename, sql, params, atOnce })
          for (;;) {
            const part = yield* next
            if (part === null) {
              const all = partsOf(reader.execute(sql, params, undefined), atOnce)
              yield* Stream.runForEach(all, (rows) => Queue.offer(queue, rows))
              break
            }
            if (part.length > 0) yield* Queue.offer(queue, part)
            if (part.length < atOnce) break
          }
          yield* Queue.end(queue)
        }),
      { bufferSize: ahead }
    )

interface Reading {
  readonly filename: string
  readonly sql: string
  readonly params: ReadonlyArray<unknown>
  readonly atOnce: number
}

type Part = Effect.Effect<ReadonlyArray<object> | null, SqlError.SqlError>

/**
 * Starts a thread that ends with the scope. Returns an effect that reads the thread's next rows; null if threads cannot
 * run.
 */
const startThread = Effect.fnUntraced(function* (reading: Reading) {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const worker = yield* Effect.acquireRelease(
    Effect.try({
      try: () =>
        new Worker(workerFile, {
          workerData: { ...reading, params: inputsOf(reading.params), stop },
          execArgv: [],
          resourceLimits: threadLimits
        }),
      catch: toSqlError
    }),
    (worker) => close(worker, stop)
  )
  /** The result of a thread that has ended. */
  let ended: Part | undefined
  let answer: (part: Part) => void = () => {}
  const end = (part: Part) => {
    ended ??= part
    answer(ended)
  }
  worker.on("message", (rows: unknown) => answer(resultOf(rows)))
  worker.on("error", (cause: unknown) => end(isMissing(cause) ? Effect.succeed(null) : unavailable(cause)))
  worker.on("exit", () => end(unavailable(new Error("The thread has ended"))))
  return Effect.callback<ReadonlyArray<object> | null, SqlError.SqlError>((resume) => {
    if (ended !== undefined) return resume(ended)
    answer = resume
    worker.postMessage("next", [])
  })
})

/** Stops a thread's statement at its next row, and waits until the thread has ended. */
const close = (worker: Worker, stop: Int32Array) =>
  Effect.callback<void>((resume) => {
    worker.once("exit", () => resume(Effect.void))
    Atomics.store(stop, 0, 1)
    worker.postMessage("close", [])
  }).pipe(
    Effect.timeoutOrElse({ duration: maxCloseTime, orElse: () => Effect.sync(() => void worker.terminate()) }),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )
