import { statements } from "./Statements.ts"

/**
 * The table of the queue, as Effect's `PersistedQueue` creates it, but with instants that have a zone: a session of a
 * host may be in any. A database of an earlier version has the table already.
 */
export const queue = statements(
  `CREATE TABLE IF NOT EXISTS effect_queue (
    sequence bigserial PRIMARY KEY,
    id varchar(255) NOT NULL,
    queue_name varchar(255) NOT NULL,
    element text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    last_failure text,
    acquired_at timestamp,
    acquired_by uuid,
    created_at timestamp NOT NULL,
    updated_at timestamp NOT NULL,
    state varchar(10) NOT NULL,
    visible_at timestamp NOT NULL
  )`,
  "CREATE UNIQUE INDEX IF NOT EXISTS idx_effect_queue_id ON effect_queue (id, queue_name)",
  "CREATE INDEX IF NOT EXISTS idx_effect_queue_update ON effect_queue (sequence, acquired_by)",
  `CREATE INDEX IF NOT EXISTS idx_effect_queue_take ON effect_queue (queue_name, visible_at)
    WHERE state = 'pending'`,
  `CREATE TABLE IF NOT EXISTS effect_queue_migrations (
    migration_id integer PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now(),
    name text NOT NULL
  )`,
  `INSERT INTO effect_queue_migrations (migration_id, name) VALUES (1, 'create_table'), (2, 'upgrade_schema')
    ON CONFLICT DO NOTHING`,
  `ALTER TABLE effect_queue
    ALTER COLUMN acquired_at TYPE timestamptz USING acquired_at AT TIME ZONE 'UTC',
    ALTER COLUMN created_at TYPE timestamptz USING created_at AT TIME ZONE 'UTC',
    ALTER COLUMN updated_at TYPE timestamptz USING updated_at AT TIME ZONE 'UTC',
    ALTER COLUMN visible_at TYPE timestamptz USING visible_at AT TIME ZONE 'UTC'`
)
