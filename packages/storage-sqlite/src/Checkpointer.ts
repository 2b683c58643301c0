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
 * If the log has more pages than this (64 MiB), a commit runs the checkpoint itself, so that the log can start again.
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

  /** Starts the thread, which does not keep the process alive. If it cannot run, commits run the checkpoints. */
  const start = () => {
    const started = new Worker(workerFile, { workerData: filename, execArgv: [] })
    started.on("message", (answer: unknown) => {
      Object.assign(state, { isMoving: false, isLong: decodeMoved(answer).pages > maxLogPages })
    })
    started.on("error", () => (state.isBroken = true))
    started.on("exit", () => (state.isBroken = true))
    started.unref()
    return started
  }

  const move = Effect.sync(() => {
    state.isMoving = true
    try {
      worker ??= start()
      worker.postMessage("move", [])
    } catch {
      state.isBroken = true
    }
  })

  const close = Effect.callback<void>((resume) => {
    if (worker === null || state.isBroken) return resume(Effect.void)
    worker.once("exit", () => resume(Effect.void))
    worker.ref()
    worker.postMessage("close", [])
  })

  yield* Effect.addFinalizer(() => close)

  /** Wraps a connection without automatic checkpoints, so that its commits trigger them here. */
  return (connection: SqlConnection.Connection): SqlConnection.Connection => {
    const pragma = (text: string) => Effect.asVoid(connection.execute(`PRAGMA ${text}`, [], undefined))
    let isOpen = false
    let checkpointsItself = false

    const committed = Effect.gen(function* () {
      if (checkpointsItself) return
      if (state.isBroken) {
        checkpointsItself = true
        return yield* pragma("wal_autocheckpoint = 1000")
      }
      if (state.isMoving) return
      if (state.isLong) {
        state.isLong = false
        return yield* pragma("wal_checkpoint(PASSIVE)")
      }
      if (state.statements < minStatements) return
      const now = yield* Clock.currentTimeMillis
      if (now - state.movedAt < minInterval) return
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
