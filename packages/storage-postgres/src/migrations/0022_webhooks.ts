import { statements } from "./Statements.ts"

/**
 * Endpoints of events, and how far each has received them: every event up to the cursor, but for the entities in
 * `waiting`. `due_at` and `on_events` say when a worker takes it up; `claim` counts those who did.
 */
export const webhooks = statements(
  `CREATE TABLE webhooks (
    uuid uuid PRIMARY KEY,
    workspace_uuid uuid NOT NULL,
    url text COLLATE "C" NOT NULL,
    types text COLLATE "C",
    status text COLLATE "C" NOT NULL,
    status_reason text COLLATE "C",
    waiting text COLLATE "C" NOT NULL,
    failure text COLLATE "C",
    cursor_position bigint,
    cursor_sequence bigint,
    missed_at bigint,
    secret text COLLATE "C" NOT NULL,
    previous_secret text COLLATE "C",
    previous_until bigint,
    due_at bigint,
    on_events integer NOT NULL,
    claim bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  )`,
  "CREATE INDEX webhooks_of_workspace ON webhooks (workspace_uuid, created_at, uuid)"
)
