import { Clock, Effect, Schema } from "effect"
import type { SqlConnection } from "effect/sql"
import { statSync } from "node:fs"
import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import { begin, isRead } from "./ControlStatements.ts"

/** The URL of the thread's module. It is in the same folder as this module, in the sources and in the build. */
const workerFile = new URL(`./CheckpointWorker${extname(import.meta.url)}`, import.meta.url)

/** Minimum number of writing statements between two checkpoints. */
const minStatements = 100

/** Minimum time between two checkpoints, in milliseconds. Each of them waits for the disk. */
const minInterval = 250

/**
 * Maximum pages in the log (64 MiB). Above it, the next checkpoint copies all pages and truncates the log. The next commit
 * of this process waits for it, because a checkpoint never reaches the end of a growing log.
 */
const maxLogPages = 16_384

/**
 * Interval in milliseconds at which a log that is not empty is truncated, because the log contains deleted data. A
 * timer checks the log's size, because the host or another process may have written to it. The timer uses real time,
 * even under a test clock.
 */
const emptyEvery = 5_000

/**
 * The thread's response: the number of pages in the log after a checkpoint, and whether readers or writers prevented a
 * truncation.
 */
const Moved = Schema.Struct({ pages: Schema.Number, isHeldUp: Schema.Boolean })
const decodeMoved = Schema.decodeUnknownSync(Moved)

/**
 * Runs checkpoints on a thread with its own connection. A checkpoint copies committed pages from the write-ahead log to
 * the file. Inside a commit, a checkpoint would block the process while megabytes are written to disk. The log is
 * emptied every five seconds, and removed when the last connection closes the file.
 */
export const makeCheckpointer = Effect.fnUntraced(function* (filename: string, writer: SqlConnection.Connection) {
  const log = yield* logOf(writer)
  const state = { statements: 0, movedAt: 0, isMoving: false, isBroken: false, mustEmpty: false, isTimed: false }
  let worker: Worker | null = null
  /** Called when the current checkpoint or the thread has ended. */
  let ended: () => void = () => {}

  /** Starts the thread, which does not keep the process alive. If it cannot run, commits run the checkpoints. */
  const start = () => {
    const started = new Worker(workerFile, { workerData: filename, execArgv: [] })
    started.on("message", (answer: unknown) => {
      const { isHeldUp, pages } = decodeMoved(answer)
      // Another program's long read may have prevented the truncation, and waiting for that read would delay every
      // write. So a write waits only after a timed attempt.
      const mustEmpty = pages > maxLogPages || (isHeldUp && state.isTimed)
      Object.assign(state, { isMoving: false, isTimed: false, mustEmpty })
      ended()
    })
    started.on("error", () => (state.isBroken = true))
    started.on("exit", () => {
      state.isBroken = true
      ended()
    })
    started.unref()
    return started
  }

  const move = Effect.callback<void>((resume) => {
    const { mustEmpty } = state
    state.isMoving = true
    ended = () => {
      worker?.unref()
      resume(Effect.void)
    }
    try {
      worker ??= start()
      // Keeps a waiting process alive until the thread has responded.
      if (mustEmpty) worker.ref()
      worker.postMessage(mustEmpty ? "empty" : "move", [])
    } catch {
      state.isBroken = true
    }
    if (!mustEmpty || state.isBroken) ended()
  })

  /**
   * Truncates a log that is not empty, without making a write wait. If writes prevent it, the next commit waits for a
   * second attempt.
   */
  const empty = () => {
    if (state.isBroken || state.isMoving || (statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return
    Object.assign(state, { isMoving: true, isTimed: true })
    try {
      worker ??= start()
      worker.postMessage("empty", [])
    } catch {
      state.isBroken = true
    }
  }

  const close = Effect.callback<void>((resume) => {
    if (worker === null || state.isBroken) return resume(Effect.void)
    worker.once("exit", () => resume(Effect.void))
    // Waits until the thread ends, but no longer for a running checkpoint.
    ended = () => {}
    worker.ref()
    worker.postMessage("close", [])
  })

  yield* Effect.addFinalizer(() => close)
  yield* Effect.acquireRelease(
    Effect.sync(() => setInterval(empty, emptyEvery).unref()),
    (timer) => Effect.sync(() => clearInterval(timer))
  )

  /** Wraps a connection without automatic checkpoints, so that its commits trigger this checkpointer. */
  return (connection: SqlConnection.Connection): SqlConnection.Connection => {
    let isOpen = false
    let checkpointsItself = false

    const committed = Effect.gen(function* () {
      if (checkpointsItself) return
      if (state.isBroken) {
        checkpointsItself = true
        return yield* Effect.asVoid(connection.execute("PRAGMA wal_autocheckpoint = 1000", [], undefined))
      }
      if (state.isMoving || (state.statements < minStatements && !state.mustEmpty)) return
      const now = yield* Clock.currentTimeMillis
      // The system clock may have been set back.
      if (Math.abs(now - state.movedAt) < minInterval) return
      Object.assign(state, { statements: 0, movedAt: now })
      yield* move
    })

    return {
      ...connection,
      execute: (sql, params, transformRows) => {
        const execution = connection.execute(sql, params, transformRows)
        if (isRead.test(sql)) return execution
        return Effect.tap(execution, () => {
          if (sql === begin) isOpen = true
          else if (sql === "COMMIT" || sql === "ROLLBACK") isOpen = false
          state.statements++
          return isOpen ? Effect.void : committed
        })
      }
    }
  }
})

const decodeFile = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ file: Schema.String })]))

/** Returns the path of the write-ahead log. The database's name may be a URI, so SQLite is asked for the path. */
const logOf = Effect.fnUntraced(function* (writer: SqlConnection.Connection) {
  const rows = yield* writer.execute("SELECT file FROM pragma_database_list WHERE name = 'main'", [], undefined)
  const [{ file }] = yield* Effect.orDie(decodeFile(rows))
  return `${file}-wal`
})
