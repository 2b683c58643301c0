import { statements } from "./Statements.ts"

/**
 * Unmatched receipts with the channel that reported each and the workspace whose message it may be about, `all` for any
 * (A1, B11), and the channel whose webhook each report came to. Of the receipts that were kept before neither is known,
 * so that they could be of any workspace: they are removed.
 */
export const receiptOwners = statements(
  "DROP TABLE parked_receipts",
  `CREATE TABLE parked_receipts (
    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel_type text COLLATE "C" NOT NULL,
    workspace text COLLATE "C" NOT NULL,
    message_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    error text,
    reason text,
    at bigint NOT NULL,
    kept_at bigint NOT NULL,
    UNIQUE (message_id, channel_type, workspace, status)
  )`,
  "CREATE INDEX parked_receipts_by_age ON parked_receipts (kept_at)",
  "ALTER TABLE inbox ADD COLUMN channel_type text"
)
