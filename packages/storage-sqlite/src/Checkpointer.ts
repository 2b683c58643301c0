import { Clock, Effect } from "effect"
import { Worker } from "node:worker_threads"

/** After so many statements that write there may be something worth moving. */
const enough = 100

/** After so many statements of a transaction what has been written is sent to the disk, so that its commit need not. */
const some = 16

/** How long it waits after one time until the next, in milliseconds: every time waits for the disk. */
const pause = 250

/**
 * Moves what was committed from the write-ahead log into the file, on a thread and a connection of its own, and sends the
 * log of a long transaction to the disk before its end. A commit that did all this itself would block the process while
 * tens of megabytes go to the disk, after 50,000 recipients for a quarter of a second. The log only grows meanwhile, and
 * whoever closes the file last moves the rest. Where no thread can be had, `withoutThread` is run once.
 */
export const makeCheckpointer = Effect.fnUntraced(function* <E>(
  filename: string,
  withoutThread: Effect.Effect<void, E>
) {
  const state = { statements: 0, doneAt: 0, isBusy: false, isBroken: false }
  let worker: Worker | null = null

  const started = () => {
    if (worker !== null) return worker
    worker = new Worker(`(${moveOnDemand.toString()})()`, { eval: true, execArgv: [], workerData: filename })
    worker.on("message", () => (state.isBusy = false))
    worker.on("error", () => (state.isBroken = true))
    worker.unref()
    return worker
  }
  const order = (what: "move" | "flush") => {
    state.isBusy = true
    started().postMessage(what, [])
  }

  yield* Effect.addFinalizer(() =>
    Effect.callback<void>((resume) => {
      if (worker === null || state.isBroken) return resume(Effect.void)
      worker.once("exit", () => resume(Effect.void))
      worker.ref()
      worker.postMessage("close", [])
    })
  )

  /** Tells of a statement that wrote, and whether it was committed. */
  return Effect.fnUntraced(function* (isCommitted: boolean) {
    state.statements++
    if (state.isBusy) return
    if (state.isBroken) {
      state.isBusy = true
      return yield* withoutThread
    }
    if (!isCommitted) {
      if (state.statements % some === 0) order("flush")
      return
    }
    if (state.statements < enough) return
    const now = yield* Clock.currentTimeMillis
    if (now - state.doneAt < pause) return
    Object.assign(state, { statements: 0, doneAt: now })
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
    } else {
      // It takes what nobody needs any more, and waits for nobody.
      database.exec("PRAGMA wal_checkpoint(PASSIVE)")
    }
    threads.parentPort?.postMessage("done", [])
  })
}
