import type { Migration } from "@rollcall/storage-sql"

/**
 * Events, ordered by position, then by `sequence`. An event is written without a position, together with a row in
 * `event_batches`. The next reader assigns the position: a row of `event_positions` covers up to 200 events, and
 * `event_counters` has the last position of each workspace. `event_removals` has the last removed event of each
 * workspace.
 *
 * Batches are short-lived, so the number of dead rows triggers autovacuum, regardless of the table's size.
 *
 * `by_uuid` is the actor who caused the event, if any. `notice` is a channel's notice, as JSON. The unique index on
 * notices prevents a repeated notice from becoming a second event. The index covers only events with a notice, which
 * are few.
 */
const log = [
  `CREATE TABLE events (
    workspace_uuid uuid NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    occurred_at bigint NOT NULL,
    by_uuid uuid,
    type text COLLATE "C" NOT NULL,
    subject_uuid uuid NOT NULL,
    broadcast_uuid uuid,
    merged_uuid uuid,
    reason text,
    notice text,
    PRIMARY KEY (workspace_uuid, sequence)
  )`,
  "CREATE UNIQUE INDEX events_of_notices ON events (workspace_uuid, subject_uuid) WHERE type = 'channel.notice'",
  `CREATE TABLE event_batches (
    workspace_uuid uuid NOT NULL,
    first_sequence bigint NOT NULL,
    others bigint[],
    PRIMARY KEY (workspace_uuid, first_sequence)
  ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`,
  `CREATE TABLE event_counters (
    workspace_uuid uuid PRIMARY KEY,
    position bigint NOT NULL
  )`,
  `CREATE TABLE event_positions (
    workspace_uuid uuid NOT NULL,
    position bigint NOT NULL,
    last_sequence bigint NOT NULL,
    sequences bigint[] NOT NULL,
    PRIMARY KEY (workspace_uuid, position)
  )`,
  `CREATE TABLE event_removals (
    workspace_uuid uuid PRIMARY KEY,
    position bigint NOT NULL,
    sequence bigint NOT NULL
  )`
]

/**
 * Webhooks and their progress: every event up to the cursor was received, except events of the entities in `waiting`.
 * `due_at` and `on_events` decide when a worker takes the webhook. `claim` counts the claims, and `claimed_at` is the
 * time of the last claim; with it, workers take due webhooks in turn.
 */
const webhooks = [
  `CREATE TABLE webhooks (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
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
    updated_at bigint NOT NULL,
    claimed_at bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (workspace_uuid, uuid)
  )`,
  "CREATE INDEX webhooks_of_workspace ON webhooks (workspace_uuid, created_at, uuid)"
]

/**
 * The queue's table as Effect's `PersistedQueue` creates it, except that its timestamps have time zones, because a
 * host's session may be in any zone.
 */
const queue = [
  `CREATE TABLE effect_queue (
    sequence bigserial PRIMARY KEY,
    id varchar(255) NOT NULL,
    queue_name varchar(255) NOT NULL,
    element text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    last_failure text,
    acquired_at timestamptz,
    acquired_by uuid,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    state varchar(10) NOT NULL,
    visible_at timestamptz NOT NULL
  )`,
  "CREATE UNIQUE INDEX idx_effect_queue_id ON effect_queue (id, queue_name)",
  "CREATE INDEX idx_effect_queue_update ON effect_queue (sequence, acquired_by)",
  "CREATE INDEX idx_effect_queue_take ON effect_queue (queue_name, visible_at) WHERE state = 'pending'",
  `CREATE TABLE effect_queue_migrations (
    migration_id integer PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now(),
    name text NOT NULL
  )`,
  "INSERT INTO effect_queue_migrations (migration_id, name) VALUES (1, 'create_table'), (2, 'upgrade_schema')"
]

export const events: Migration = [...log, ...webhooks, ...queue]
