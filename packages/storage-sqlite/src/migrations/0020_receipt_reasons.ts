import { statements } from "./Statements.ts"

/** What a channel says is wrong with the recipient of an unmatched receipt (B11, B21). */
export const receiptReasons = statements("ALTER TABLE parked_receipts ADD COLUMN reason text")
