import { statements } from "./Statements.ts"

/**
 * When an import was over and its rows may be removed some time later: null before that, and once they are. When an
 * idempotency key was stored, for the same reason: for those of before, the start of this version.
 */
export const ages = statements(
  "ALTER TABLE contact_imports ADD COLUMN over_at bigint",
  "UPDATE contact_imports SET over_at = updated_at WHERE status IN ('completed', 'failed')",
  "CREATE INDEX contact_imports_over ON contact_imports (over_at) WHERE over_at IS NOT NULL",
  "ALTER TABLE idempotency_keys ADD COLUMN stored_at bigint",
  "UPDATE idempotency_keys SET stored_at = (extract(epoch FROM now()) * 1000)::bigint",
  "CREATE INDEX idempotency_keys_stored ON idempotency_keys (stored_at)"
)
