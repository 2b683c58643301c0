/** Begins a transaction and takes the write lock at once. */
export const begin = "BEGIN IMMEDIATE"

/**
 * The settings of a connection. Without a busy timeout, a statement that finds the file locked fails at once. The driver
 * sets a timeout when it opens the file, and would block the whole process during it.
 */
export const pragmas = ["PRAGMA busy_timeout = 0", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON"]

/**
 * A page cache of 32 MiB. A transaction of an import changes more than the default of 2 MiB. Its pages would be written to
 * the log and read again several times before it ends.
 */
export const writerCache = "PRAGMA cache_size = -32768"

/**
 * Keeps the statement journal, which has the former content of the pages that a statement changes, in memory. Otherwise
 * SQLite writes more than 64 KiB of it to a temporary file, which took a twelfth of the time of an import. Sorts are in
 * memory too, whatever their size, so this is for short transactions, not for migrations.
 */
export const journalInMemory = "PRAGMA temp_store = MEMORY"

/**
 * Overwrites deleted and replaced content with zeros, in pages that stay in use and in pages that become free. Every
 * connection that deletes needs it.
 */
export const overwriteDeleted = "PRAGMA secure_delete = ON"

/** Changes the file to a write-ahead log, once for all connections. */
export const writeAheadLog = "PRAGMA journal_mode = WAL"

/** Matches statements that only read: they begin with `SELECT`, or with `WITH` and contain no keyword of a write. */
export const isRead = /^\s*(?:SELECT\b|WITH\b(?![^]*\b(?:INSERT|UPDATE|DELETE|REPLACE)\b))/i

/** Switches off the automatic checkpoints of a connection. */
export const withoutCheckpoint = "PRAGMA wal_autocheckpoint = 0"
