/** Begins a transaction and takes the write lock at once. */
export const begin = "BEGIN IMMEDIATE"

/**
 * The settings of a connection. Without a busy timeout, a statement that finds the file locked fails at once. The driver
 * sets a timeout when it opens the file, which would block the whole process.
 */
export const pragmas = ["PRAGMA busy_timeout = 0", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON"]

/**
 * A page cache of 32 MiB. An import's transaction changes more than the default of 2 MiB. With the default, SQLite
 * would write the pages to the log and read them again several times before the transaction ends.
 */
export const writerCache = "PRAGMA cache_size = -32768"

/**
 * Keeps the statement journal, which contains the former content of changed pages, in memory. Otherwise SQLite writes a
 * journal of more than 64 KiB to a temporary file, which took a twelfth of an import's time. Sorts of any size also run
 * in memory, so use this setting for short transactions, not for migrations.
 */
export const journalInMemory = "PRAGMA temp_store = MEMORY"

/**
 * Overwrites deleted and replaced content with zeros, in pages that stay in use and in freed pages. Every connection
 * that deletes data needs this setting.
 */
export const overwriteDeleted = "PRAGMA secure_delete = ON"

/** Switches the file to a write-ahead log, once for all connections. */
export const writeAheadLog = "PRAGMA journal_mode = WAL"

/** Matches read-only statements: they begin with `SELECT`, or with `WITH` and contain no write keyword. */
export const isRead = /^\s*(?:SELECT\b|WITH\b(?![^]*\b(?:INSERT|UPDATE|DELETE|REPLACE)\b))/i

/** Disables the automatic checkpoints of a connection. */
export const withoutCheckpoint = "PRAGMA wal_autocheckpoint = 0"
