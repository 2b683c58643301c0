import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"

/** A page cache of 8 MiB, four times the default. */
const readerCache = "PRAGMA cache_size = -8192"

/** Maximum prepared statements kept. */
const maxStatements = 200

/**
 * Opens a read-only connection. Its statements fail with `Stopped` once `stops` returns true. The connection's SQL function
 * `changes` calls `stops`; the dialect adds `changes` to the conditions of long statements (`isNotCancelled`). This module
 * imports only Node's own modules, so that a thread starts fast.
 */
export const openReader = (filename: string, stops: () => boolean, timeout = 0) => {
  const database = new DatabaseSync(filename, { readOnly: true, timeout })
  database.exec(readerCache)
  database.function("changes", () => {
    if (stops()) throw new Stopped()
    return 0
  })

  /** The prepared statements, most recently used last. */
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
    /** Returns the rows one after another, all from the snapshot of the first read. */
    iterate: (sql: string, params: ReadonlyArray<SQLInputValue>) => prepared(sql).iterate(...params),
    close: () => database.close()
  }
}

/** The error of a stopped statement. */
export class Stopped extends Error {
  constructor() {
    super("The statement was stopped")
  }
}
