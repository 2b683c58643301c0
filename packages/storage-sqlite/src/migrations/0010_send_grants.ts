import { statements } from "./Statements.ts"

/** A bucket keeps what it gave last, so that the statement that takes from it can tell. */
export const sendGrants = statements("ALTER TABLE send_buckets ADD COLUMN granted REAL NOT NULL DEFAULT 0")
