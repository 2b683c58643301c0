import { statements, statistics } from "./Statements.ts"

/**
 * When an import was over and its rows may be removed some time later: null before that, and once they are. When an
 * idempotency key was stored, for the same reason: for those of before, the start of this version.
 */
const columns = statements(
  "ALTER TABLE contact_imports ADD COLUMN over_at INTEGER",
  "UPDATE contact_imports SET over_at = updated_at WHERE status IN ('completed', 'failed')",
  "CREATE INDEX contact_imports_over ON contact_imports (over_at) WHERE over_at IS NOT NULL",
  "ALTER TABLE idempotency_keys ADD COLUMN stored_at INTEGER",
  "UPDATE idempotency_keys SET stored_at = unixepoch() * 1000",
  "CREATE INDEX idempotency_keys_stored ON idempotency_keys (stored_at)"
)

/** A thousand imports that are over, and a hundred thousand keys, of one workspace. */
const expectations = [
  ...statistics("contact_imports", { contact_imports_over: "1000 1" }),
  ...statistics("idempotency_keys", { idempotency_keys: "100000 100000 1", idempotency_keys_stored: "100000 1" })
]

export const ages = [...columns, ...expectations]
