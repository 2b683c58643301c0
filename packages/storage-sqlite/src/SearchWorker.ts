import { constants, setPriority } from "node:os"
import { platform } from "node:process"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { parentPort, workerData } from "node:worker_threads"

/**
 * A thread of `SearchThreads`. It runs statements on a read-only connection of its own and answers with their rows as
 * JSON, which is copied faster than objects. It ends on `"close"`. It imports nothing but Node, so that it starts fast.
 */
type Order = "close" | { readonly sql: string; readonly params: ReadonlyArray<SQLInputValue> }

/** The file, and a number that is 1 while the statement has to end. */
interface Settings {
  readonly filename: string
  readonly stop: Int32Array
}

const isSettings = (data: unknown): data is Settings =>
  typeof data === "object" && data !== null && "filename" in data && "stop" in data

const settings: unknown = workerData
if (!isSettings(settings)) throw new TypeError("The settings of the thread are missing")
const { filename, stop } = settings

// On Linux this is the priority of the thread alone: the process answers others first when the processors are busy.
if (platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const database = new DatabaseSync(filename, { readOnly: true, timeout: 0 })
// As `readerCache` of ControlStatements.ts.
database.exec("PRAGMA cache_size = -8192")

/** Replaces a function of SQLite that the dialect calls in the conditions of long statements (`goesOn`). */
database.function("changes", () => {
  if (Atomics.load(stop, 0) === 1) throw new Error("The statement was stopped")
  return 0
})

/** The limit of prepared statements that are kept. */
const maxStatements = 100

/** The prepared statements, those that were used last at the end. */
const statements = new Map<string, StatementSync>()

const prepared = (sql: string): StatementSync => {
  const statement = statements.get(sql) ?? database.prepare(sql)
  statements.delete(sql)
  statements.set(sql, statement)
  const [oldest] = statements.keys()
  if (statements.size > maxStatements && oldest !== undefined) statements.delete(oldest)
  return statement
}

/** An error loses its own members on the way to another thread. */
const fieldsOf = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  ...(error instanceof Error && "code" in error && { code: error.code }),
  ...(error instanceof Error && "errcode" in error && { errcode: error.errcode })
})

parentPort?.on("message", (order: Order) => {
  if (order === "close") {
    database.close()
    parentPort?.close()
    return
  }
  try {
    const rows = prepared(order.sql).all(...order.params)
    parentPort?.postMessage({ rows: JSON.stringify(rows) }, [])
  } catch (error) {
    parentPort?.postMessage({ error: fieldsOf(error) }, [])
  }
})
