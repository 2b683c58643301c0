import { statements, statistics } from "./Statements.ts"

/** Since when each unmatched receipt is kept (B11), in milliseconds since the epoch. Older ones count from now on. */
const keptAt = statements(
  "ALTER TABLE parked_receipts ADD COLUMN kept_at INTEGER NOT NULL DEFAULT 0",
  "UPDATE parked_receipts SET kept_at = unixepoch() * 1000",
  "CREATE INDEX parked_receipts_by_age ON parked_receipts (kept_at)"
)

export const keptReceipts = [...keptAt, ...statistics("parked_receipts", { parked_receipts_by_age: "10000 1" })]
