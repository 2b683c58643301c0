import { constants, setPriority } from "node:os"
import { platform } from "node:process"
import type { SQLInputValue } from "node:sqlite"
import { parentPort, workerData } from "node:worker_threads"
import { openReader } from "./StoppableReader.ts"
import { fieldsOf, textsOf } from "./ThreadAnswer.ts"

/**
 * A thread of `ReadParts`. It runs one statement on its own read-only connection. On `"next"` it responds with the next
 * `atOnce` rows (fewer at the end) or with the statement's error. On `"close"` it ends.
 */
interface Settings {
  readonly filename: string
  /** A shared number. 1 means that the statement must end. */
  readonly stop: Int32Array
  readonly sql: string
  readonly params: ReadonlyArray<SQLInputValue>
  readonly atOnce: number
}

const isSettings = (data: unknown): data is Settings =>
  typeof data === "object" && data !== null && "filename" in data && "stop" in data && "sql" in data

const settings: unknown = workerData
if (!isSettings(settings)) throw new TypeError("The settings of the thread are missing")
const { atOnce, filename, params, sql, stop } = settings

// On Linux this lowers the priority of only this thread, so that the process stays responsive when the processors are busy.
if (platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/**
 * How long the thread waits for a lock on the file, in milliseconds; the same as other statements. The wait blocks no
 * other thread.
 */
const maxWait = 5_000

const reader = openReader(filename, () => Atomics.load(stop, 0) === 1, maxWait)
let rows: Iterator<unknown, unknown> | undefined

const next = (): ReadonlyArray<unknown> => {
  rows ??= reader.iterate(sql, params)
  const part: Array<unknown> = []
  while (part.length < atOnce) {
    const row = rows.next()
    if (row.done === true) break
    part.push(row.value)
  }
  return part
}

parentPort?.on("message", (order: "next" | "close") => {
  if (order === "close") {
    reader.close()
    parentPort?.close()
    return
  }
  try {
    parentPort?.postMessage({ rows: textsOf(next()) }, [])
  } catch (error) {
    rows = undefined
    parentPort?.postMessage({ error: fieldsOf(error) }, [])
  }
})
