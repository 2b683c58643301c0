import { statements, statistics } from "./Statements.ts"

/**
 * One index says which broadcasts are due, staged ones among them: `look_at` is the next check, and never later than
 * `valid_until`. 9007199254740991 means never.
 */
const checks = statements(
  "DROP INDEX broadcasts_to_start",
  "DROP INDEX broadcasts_to_look_at",
  "DROP INDEX broadcasts_to_expire",
  "UPDATE broadcasts SET look_at = scheduled_at WHERE status = 'scheduled'",
  "UPDATE broadcasts SET look_at = 9007199254740991 WHERE status = 'paused'",
  "UPDATE broadcasts SET look_at = valid_until WHERE valid_until < look_at",
  `CREATE INDEX broadcasts_by_next_check ON broadcasts (look_at)
    WHERE status IN ('staged', 'discarded', 'scheduled', 'sending', 'paused')`,
  "CREATE INDEX broadcasts_staged ON broadcasts (workspace_uuid, uuid) WHERE status IN ('staged', 'discarded')"
)

export const staged = [
  ...checks,
  ...statistics("broadcasts", { broadcasts_by_next_check: "100 1", broadcasts_staged: "10 10 1" })
]
