import { Clock, Effect, Schema } from "effect"
import { Worker } from "node:worker_threads"

/** After so many statements that write there may be something worth moving. */
const enough = 100

/** After so many statements of a transaction what has been written is sent to the disk, so that its commit need not. */
const some = 16

/** How long it waits after one time until the next, in milliseconds: every time waits for the disk. */
const pause = 250

/** A log of more pages than this is moved to its end by a commit, for then it begins anew: 64 MiB. */
const manyPages = 16_384

/** What a thread has done, and how many pages the log has now. */
const Done = Schema.Union([
  Schema.Struct({ done: Schema.Literal("flush") }),
  Schema.Struct({ done: Schema.Literal("move"), pages: Schema.Number })
])
const decodeDone = Schema.decodeUnknownSync(Done)

/**
 * Moves what was committed from the write-ahead log into the file, on a thread and a connection of its own, and sends the
 * log of a long transaction to the disk before its end. A commit that did all this itself would block the process while
 * tens of megabytes go to the disk, after 50,000 recipients for a quarter of a second. Whoever closes the file last moves
 * the rest.
 */
export const makeCheckpointer = Effect.fnUntraced(function* <E>(
  filename: string,
  byCommit: {
    /** Moves what is left of the log now. */
    readonly once: Effect.Effect<void, E>
    /** Lets commits move the log from now on, where no thread can be had. */
    readonly always: Effect.Effect<void, E>
  }
) {
  const state = { statements: 0, movedAt: 0, isFlushing: false, isMoving: false, isBroken: false, isLong: false }
  let worker: Worker | null = null

  const order = (what: "flush" | "move") => {
    if (worker === null) {
      worker = new Worker(`(${moveOnDemand.toString()})()`, { eval: true, execArgv: [], workerData: filename })
      worker.on("message", (message) => {
        const told = decodeDone(message)
        if (told.done === "flush") state.isFlushing = false
        else Object.assign(state, { isMoving: false, isLong: told.pages > manyPages })
      })
      worker.on("error", () => (state.isBroken = true))
      worker.unref()
    }
    worker.postMessage(what, [])
  }

  yield* Effect.addFinalizer(() =>
    Effect.callback<void>((resume) => {
      if (worker === null || state.isBroken) return resume(Effect.void)
      worker.once("exit", () => resume(Effect.void))
      worker.ref()
      worker.postMessage("close", [])
    })
  )

  /** Tells of a statement that wrote, and whether it is committed. */
  return Effect.fnUntraced(function* (isCommitted: boolean) {
    state.statements++
    if (state.isBroken) {
      if (!isCommitted || worker === null) return
      worker = null
      return yield* byCommit.always
    }
    if (!isCommitted) {
      if (state.isFlushing || state.statements % some !== 0) return
      state.isFlushing = true
      return order("flush")
    }
    if (state.isMoving) return
    if (state.isLong) {
      state.isLong = false
      return yield* byCommit.once
    }
    if (state.statements < enough) return
    const now = yield* Clock.currentTimeMillis
    if (now - state.movedAt < pause) return
    Object.assign(state, { statements: 0, movedAt: now, isMoving: true })
    order("move")
  })
})

/** What the thread does. It is handed over as its source, so it knows nothing from outside of it. */
const moveOnDemand = () => {
  const threads = process.getBuiltinModule("node:worker_threads")
  const { closeSync, fsyncSync, openSync } = process.getBuiltinModule("node:fs")
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite")
  const filename = String(threads.workerData)
  const database = new DatabaseSync(filename)
  threads.parentPort?.on("message", (order: unknown) => {
    if (order === "close") {
      database.close()
      threads.parentPort?.close()
      return
    }
    if (order === "flush") {
      const log = openSync(`${filename}-wal`, "r")
      fsyncSync(log)
      closeSync(log)
      threads.parentPort?.postMessage({ done: "flush" }, [])
      return
    }
    // It takes what nobody needs any more, and waits for nobody.
    const moved = database.prepare("PRAGMA wal_checkpoint(PASSIVE)").get()
    threads.parentPort?.postMessage({ done: "move", pages: Number(moved?.["log"]) }, [])
  })
}
