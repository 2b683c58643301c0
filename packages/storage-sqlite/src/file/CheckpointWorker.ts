import { DatabaseSync } from "node:sqlite"
import { parentPort, workerData } from "node:worker_threads"

/**
 * The checkpointer's thread. On `"move"` it copies committed pages from the write-ahead log to the file. On `"empty"`
 * it copies all pages and truncates the log, which still contains deleted data. It responds to each message with the
 * number of pages in the log and whether the truncation was prevented. On `"close"` it ends.
 */
const database = new DatabaseSync(String(workerData), { timeout: 50 })

const move = database.prepare("PRAGMA wal_checkpoint(PASSIVE)")
const empty = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)")

parentPort?.on("message", (order: unknown) => {
  if (order === "close") {
    database.close()
    parentPort?.close()
    return
  }
  // PASSIVE copies the pages that no reader needs any more, without waiting for a lock. This leaves little work for
  // TRUNCATE, which blocks other writers and waits for them and for readers until the timeout.
  const moved = move.get()
  const isHeldUp = order === "empty" && empty.get()?.["busy"] !== 0
  parentPort?.postMessage({ pages: order === "empty" && !isHeldUp ? 0 : Number(moved?.["log"]), isHeldUp }, [])
})
