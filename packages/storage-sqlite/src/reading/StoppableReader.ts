import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"

/** The memory for pages, in KiB, as `writerCache` of ControlStatements.ts. */
const readerCache = "PRAGMA cache_size = -8192"

/** The limit of prepared statements that are kept. */
const maxStatements = 200

/**
 * Opens a read-only connection, whose statements end with `Stopped` when `stops` is true. It is asked by `changes`, a
 * function of SQLite that is replaced here, and that the dialect calls in the conditions of long statements (`isNotCancelled`).
 * It imports nothing but Node, so that a thread starts fast.
 */
export const openReader = (filename: string, stops: () => boolean) => {
  const database = new DatabaseSync(filename, { readOnly: true, timeout: 0 })
  database.exec(readerCache)
  database.function("changes", () => {
    if (stops()) throw new Stopped()
    return 0
  })

  /** Those that were used last at the end. */
  const statements = new Map<string, StatementSync>()

  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.delete(sql)
    statements.set(sql, statement)
    const [oldest] = statements.keys()
    if (statements.size > maxStatements && oldest !== undefined) statements.delete(oldest)
    return statement
  }

  return {
    all: (sql: string, params: ReadonlyArray<SQLInputValue>) => prepared(sql).all(...params),
    close: () => database.close()
  }
}

/** The error of a statement that had to end. */
export class Stopped extends Error {
  constructor() {
    super("The statement was stopped")
  }
}
