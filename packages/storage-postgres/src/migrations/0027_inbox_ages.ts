import { statements } from "./Statements.ts"

/** When each report was stored, so that one that can never be applied is removed. */
export const inboxAges = statements(
  "ALTER TABLE inbox ADD COLUMN stored_at bigint",
  "UPDATE inbox SET stored_at = due_at"
)
