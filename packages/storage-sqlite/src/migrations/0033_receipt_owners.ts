import { statements, statistics } from "./Statements.ts"

/**
 * Unmatched receipts with the channel that reported each and the workspace whose message it may be about, `all` for any
 * (A1, B11). Of those that were kept before neither is known, so that they could be of any workspace: they are removed.
 */
const unmatched = statements(
  "DROP TABLE parked_receipts",
  `CREATE TABLE parked_receipts (
    sequence INTEGER PRIMARY KEY,
    channel_type TEXT NOT NULL,
    workspace TEXT NOT NULL,
    message_id TEXT NOT NULL,
    status TEXT NOT NULL,
    error TEXT,
    reason TEXT,
    at INTEGER NOT NULL,
    kept_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE UNIQUE INDEX parked_receipts_by_message
    ON parked_receipts (message_id, channel_type, workspace, status)`,
  "CREATE INDEX parked_receipts_by_age ON parked_receipts (kept_at)"
)

/** The channel whose webhook each report came to; null for one that was stored before. */
const reports = statements("ALTER TABLE inbox ADD COLUMN channel_type TEXT")

const expectations = statistics("parked_receipts", {
  parked_receipts_by_message: "10000 1 1 1 1",
  parked_receipts_by_age: "10000 1"
})

export const receiptOwners = [...unmatched, ...reports, ...expectations]
