import { constants, setPriority } from "node:os"
import { platform } from "node:process"
import type { SQLInputValue } from "node:sqlite"
import { parentPort, workerData } from "node:worker_threads"
import { openReader } from "./StoppableReader.ts"
import { fieldsOf, textsOf } from "./ThreadAnswer.ts"

/**
 * A thread of `SearchThreads`. It runs each statement on its own read-only connection, and responds with its rows or its
 * error. On `"close"` it ends.
 */
type Order = "close" | { readonly sql: string; readonly params: ReadonlyArray<SQLInputValue> }

/** The file's name, and a shared number. 1 means that the current statement must end. */
interface Settings {
  readonly filename: string
  readonly stop: Int32Array
}

const isSettings = (data: unknown): data is Settings =>
  typeof data === "object" && data !== null && "filename" in data && "stop" in data

const settings: unknown = workerData
if (!isSettings(settings)) throw new TypeError("The settings of the thread are missing")
const { filename, stop } = settings

// On Linux this lowers the priority of only this thread, so that the process stays responsive when the processors are busy.
if (platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const reader = openReader(filename, () => Atomics.load(stop, 0) === 1)

parentPort?.on("message", (order: Order) => {
  if (order === "close") {
    reader.close()
    parentPort?.close()
    return
  }
  try {
    parentPort?.postMessage({ rows: textsOf(reader.all(order.sql, order.params)) }, [])
  } catch (error) {
    parentPort?.postMessage({ error: fieldsOf(error) }, [])
  }
})
