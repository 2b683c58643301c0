/** Begins a transaction and takes the write lock at once. */
export const begin = "BEGIN IMMEDIATE"

/** The settings of a connection. The driver sets WAL and the busy timeout when it opens the file. */
export const pragmas = ["PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON"]

/** Whether a statement only reads. */
export const isRead = /^\s*SELECT\b/i

/** Switches off the automatic checkpoints of a connection. */
export const withoutCheckpoint = "PRAGMA wal_autocheckpoint = 0"
