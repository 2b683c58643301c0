import { Clock, Effect, Schema } from "effect"
import type { SqlConnection } from "effect/sql"
import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import { begin, isRead } from "./ControlStatements.ts"

/** The module that the thread runs: beside this one, as source or built. */
const workerFile = new URL(`./CheckpointWorker${extname(import.meta.url)}`, import.meta.url)

/** After so many statements that write there may be something worth moving. */
const enough = 100

/** How long it waits after one time until the next, in milliseconds: every time waits for the disk. */
const pause = 250

/** A log of more pages than this is moved to its end by a commit, for then it begins anew: 64 MiB. */
const manyPages = 16_384

/** How many pages the log has when a thread has moved what it could. */
const Moved = Schema.Struct({ pages: Schema.Number })
const decodeMoved = Schema.decodeUnknownSync(Moved)

/**
 * Moves what was committed from the write-ahead log into the file, on a thread and a connection of its own. A commit that
 * did this itself would block the process while megabytes go to the disk. The last connection to close the file moves
 * the rest.
 */
export const makeCheckpointer = Effect.fnUntraced(function* (filename: string) {
  const state = { statements: 0, movedAt: 0, isMoving: false, isBroken: false, isLong: false }
  let worker: Worker | null = null

  /** Starts the thread, which keeps no process alive by itself. Where there can be none, the commits move the log. */
  const start = () => {
    const started = new Worker(workerFile, { workerData: filename, execArgv: [] })
    started.on("message", (answer: unknown) => {
      Object.assign(state, { isMoving: false, isLong: decodeMoved(answer).pages > manyPages })
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

  /** Observes the commits of a connection that moves nothing itself. */
  return (connection: SqlConnection.Connection): SqlConnection.Connection => {
    const pragma = (text: string) => Effect.asVoid(connection.execute(`PRAGMA ${text}`, [], undefined))
    let isOpen = false
    let isAlone = false

    const committed = Effect.gen(function* () {
      if (isAlone) return
      if (state.isBroken) {
        isAlone = true
        return yield* pragma("wal_autocheckpoint = 1000")
      }
      if (state.isMoving) return
      if (state.isLong) {
        state.isLong = false
        return yield* pragma("wal_checkpoint(PASSIVE)")
      }
      if (state.statements < enough) return
      const now = yield* Clock.currentTimeMillis
      if (now - state.movedAt < pause) return
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
