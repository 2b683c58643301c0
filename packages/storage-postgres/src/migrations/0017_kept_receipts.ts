import { statements } from "./Statements.ts"

/** Since when each unmatched receipt is kept (B11), in milliseconds since the epoch. Older ones count from now on. */
export const keptReceipts = statements(
  "ALTER TABLE parked_receipts ADD COLUMN kept_at bigint NOT NULL DEFAULT 0",
  "UPDATE parked_receipts SET kept_at = floor(extract(epoch FROM now()) * 1000)",
  "CREATE INDEX parked_receipts_by_age ON parked_receipts (kept_at)"
)
