import { statements } from "./Statements.ts"

/**
 * The table of the queue, as Effect's `PersistedQueue` creates it. A file of an earlier version has the table already.
 */
export const queue = statements(
  `CREATE TABLE IF NOT EXISTS effect_queue (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL,
    queue_name TEXT NOT NULL,
    element TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_failure TEXT NULL,
    visible_at DATETIME NOT NULL,
    acquired_at DATETIME NULL,
    acquired_by TEXT NULL,
    created_at DATETIME NOT NULL,
    updated_at DATETIME NOT NULL
  )`,
  "CREATE UNIQUE INDEX IF NOT EXISTS idx_effect_queue_id ON effect_queue (id, queue_name)",
  "CREATE INDEX IF NOT EXISTS idx_effect_queue_update ON effect_queue (sequence, acquired_by)",
  `CREATE INDEX IF NOT EXISTS idx_effect_queue_take ON effect_queue (queue_name, visible_at)
    WHERE state = 'pending'`,
  `CREATE TABLE IF NOT EXISTS effect_queue_migrations (
    migration_id INTEGER PRIMARY KEY NOT NULL,
    created_at DATETIME NOT NULL DEFAULT current_timestamp,
    name VARCHAR(255) NOT NULL
  )`,
  `INSERT INTO effect_queue_migrations (migration_id, name) VALUES (1, 'create_table'), (2, 'upgrade_schema')
    ON CONFLICT DO NOTHING`
)
