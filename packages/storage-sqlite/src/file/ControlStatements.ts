/** Begins a transaction and takes the write lock at once. */
export const begin = "BEGIN IMMEDIATE"

/**
 * The settings of a connection. Without a busy timeout a statement that finds the file locked fails at once; the driver
 * sets one when it opens the file, and the whole process would stand still during it.
 */
export const pragmas = ["PRAGMA busy_timeout = 0", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON"]

/**
 * The memory for pages, in KiB. SQLite's own 2 MiB are less than a transaction of an import changes: its pages would go to
 * the log, and be read again, several times before it ends.
 */
export const writerCache = "PRAGMA cache_size = -32768"

/**
 * Keeps the statement journal in memory: the former content of pages that a statement changes, so that it can be undone
 * alone. SQLite writes more than 64 KiB of it to a temporary file, which is a twelfth of the time of an import. Sorts are
 * in memory then too, whatever their size, so it is for short transactions: not for migrations.
 */
export const journalInMemory = "PRAGMA temp_store = MEMORY"

/**
 * Overwrites what is deleted or replaced with zeros, in the pages that stay and in those that become free (C7). Every
 * connection that deletes needs it.
 */
export const overwriteDeleted = "PRAGMA secure_delete = ON"

/** Changes the file to a write-ahead log, once for all connections. */
export const writeAheadLog = "PRAGMA journal_mode = WAL"

/** Whether a statement only reads: also one that begins with `WITH`, unless it has a word that writes. */
export const isRead = /^\s*(?:SELECT\b|WITH\b(?![^]*\b(?:INSERT|UPDATE|DELETE|REPLACE)\b))/i

/** Switches off the automatic checkpoints of a connection. */
export const withoutCheckpoint = "PRAGMA wal_autocheckpoint = 0"
