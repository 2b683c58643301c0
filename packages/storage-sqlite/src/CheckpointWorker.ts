import { DatabaseSync } from "node:sqlite"
import { parentPort, workerData } from "node:worker_threads"

/** The thread of the checkpointer: copies the write-ahead log into the file on `"move"`, ends on `"close"`. */
const database = new DatabaseSync(String(workerData))

parentPort?.on("message", (order: unknown) => {
  if (order === "close") {
    database.close()
    parentPort?.close()
    return
  }
  // PASSIVE copies the pages that no reader needs any more, and waits for no lock.
  const moved = database.prepare("PRAGMA wal_checkpoint(PASSIVE)").get()
  parentPort?.postMessage({ pages: Number(moved?.["log"]) }, [])
})
