/** How a transaction begins, with the right to write. */
export const begin = "BEGIN IMMEDIATE"

/** WAL and the busy timeout are set by the driver when it opens the file. */
export const pragmas = ["PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON"]

/** What a statement that changes nothing begins with. */
export const isRead = /^\s*SELECT\b/i

/** Leaves the write-ahead log to others. */
export const withoutCheckpoint = "PRAGMA wal_autocheckpoint = 0"
