import { statements } from "./Statements.ts"

/** When each webhook was claimed last, so that all that are due are claimed in turn. */
export const webhookClaims = statements("ALTER TABLE webhooks ADD COLUMN claimed_at bigint NOT NULL DEFAULT 0")
