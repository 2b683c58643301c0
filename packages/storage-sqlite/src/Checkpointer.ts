import { Clock, Effect, Schema } from "effect"
import type { SqlConnection } from "effect/sql"
import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import { begin, isRead } from "./ControlStatements.ts"

/** The module that the thread runs: in the folder of this one, as source or built. */
const workerFile = new URL(`./CheckpointWorker${extname(import.meta.url)}`, import.meta.url)

/** The number of writing statements after which a checkpoint may run. */
const minStatements = 100

/** The least time between two checkpoints, in milliseconds: each of them waits for the disk. */
const minInterval = 250

/**
 * If the log has more pages than this (64 MiB), the next checkpoint copies all of it, so that the log can start again.
 * The writes of this process wait for that one: while they go on, no checkpoint comes to the end.
 */
const maxLogPages = 16_384

/** The number of pages of the log after a checkpoint of the thread. */
const Moved = Schema.Struct({ pages: Schema.Number })
const decodeMoved = Schema.decodeUnknownSync(Moved)

/**
 * Runs checkpoints, which copy committed pages from the write-ahead log into the file, on a thread with its own
 * connection. A checkpoint inside a commit would block the process while megabytes are written to the disk. The rest of
 * the log is copied when the last connection closes the file.
 */
export const makeCheckpointer = Effect.fnUntraced(function* (filename: string) {
  const state = { statements: 0, movedAt: 0, isMoving: false, isBroken: false, isLong: false }
  let worker: Worker | null = null
  /** Called at the end of the checkpoint that runs, or of the thread. */
  let ended: () => void = () => {}

  /** Starts the thread, which does not keep the process alive. If it cannot run, commits run the checkpoints. */
  const start = () => {
    const started = new Worker(workerFile, { workerData: filename, execArgv: [] })
    started.on("message", (answer: unknown) => {
      Object.assign(state, { isMoving: false, isLong: decodeMoved(answer).pages > maxLogPages })
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
    const { isLong } = state
    state.isMoving = true
    ended = () => {
      worker?.unref()
      resume(Effect.void)
    }
    try {
      worker ??= start()
      // A process that waits for the thread stays until it has answered.
      if (isLong) worker.ref()
      worker.postMessage(isLong ? "restart" : "move", [])
    } catch {
      state.isBroken = true
    }
    if (!isLong || state.isBroken) ended()
  })

  const close = Effect.callback<void>((resume) => {
    if (worker === null || state.isBroken) return resume(Effect.void)
    worker.once("exit", () => resume(Effect.void))
    // A checkpoint that still runs is not waited for any more, but the end of its thread is.
    ended = () => {}
    worker.ref()
    worker.postMessage("close", [])
  })

  yield* Effect.addFinalizer(() => close)

  /** Wraps a connection without automatic checkpoints, so that its commits trigger them here. */
  return (connection: SqlConnection.Connection): SqlConnection.Connection => {
    let isOpen = false
    let checkpointsItself = false

    const committed = Effect.gen(function* () {
      if (checkpointsItself) return
      if (state.isBroken) {
        checkpointsItself = true
        return yield* Effect.asVoid(connection.execute("PRAGMA wal_autocheckpoint = 1000", [], undefined))
      }
      if (state.isMoving || (state.statements < minStatements && !state.isLong)) return
      const now = yield* Clock.currentTimeMillis
      // The clock may have been set back since.
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
