import { statements, statistics } from "./Statements.ts"

/**
 * Endpoints of events, and how far each has received them: every event up to the cursor, but for the entities in
 * `waiting`. `due_at` and `on_events` say when a worker takes it up; `claim` counts those who did.
 */
const tables = statements(
  `CREATE TABLE webhooks (
    uuid TEXT PRIMARY KEY,
    workspace_uuid TEXT NOT NULL,
    url TEXT NOT NULL,
    types TEXT,
    status TEXT NOT NULL,
    status_reason TEXT,
    waiting TEXT NOT NULL,
    failure TEXT,
    cursor_position INTEGER,
    cursor_sequence INTEGER,
    missed_at INTEGER,
    secret TEXT NOT NULL,
    previous_secret TEXT,
    previous_until INTEGER,
    due_at INTEGER,
    on_events INTEGER NOT NULL,
    claim INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  "CREATE INDEX webhooks_of_workspace ON webhooks (workspace_uuid, created_at, uuid)"
)

/** A hundred webhooks, a few of each workspace. */
export const webhooks = [
  ...tables,
  ...statistics("webhooks", { webhooks: "100 1", webhooks_of_workspace: "100 3 1 1" })
]
