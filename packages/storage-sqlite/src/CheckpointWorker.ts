import { DatabaseSync } from "node:sqlite"
import { parentPort, workerData } from "node:worker_threads"

/**
 * The thread of the checkpointer. On `"move"` it copies the write-ahead log into the file; on `"restart"` it does so until
 * nothing is left, so that the next write begins the log anew. It ends on `"close"`.
 */
const database = new DatabaseSync(String(workerData), { timeout: 50 })

const move = database.prepare("PRAGMA wal_checkpoint(PASSIVE)")
const restart = database.prepare("PRAGMA wal_checkpoint(RESTART)")

parentPort?.on("message", (order: unknown) => {
  if (order === "close") {
    database.close()
    parentPort?.close()
    return
  }
  // PASSIVE copies the pages that no reader needs any more, and waits for no lock. So little is left for RESTART, which
  // holds up other writers, and waits up to the timeout for them and for readers.
  const moved = move.get()
  const isRestarted = order === "restart" && restart.get()?.["busy"] === 0
  parentPort?.postMessage({ pages: isRestarted ? 0 : Number(moved?.["log"]) }, [])
})
