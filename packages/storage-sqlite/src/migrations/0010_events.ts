import type { Migration } from "@rollcall/storage-sql"
import { statistics } from "./Statistics.ts"

/**
 * Events, numbered in the order in which they are written, because one transaction writes at a time. Numbers are never
 * reused, even after all events were removed. `event_removals` has the last removed event of each workspace.
 *
 * `by_uuid` is the actor who caused the event, if any. `notice` is a channel's notice, as JSON. The unique index on
 * notices prevents a repeated notice from becoming a second event. The index covers only events with a notice, which
 * are few.
 */
const log = [
  `CREATE TABLE events (
    workspace_uuid TEXT NOT NULL,
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    sequence INTEGER NOT NULL DEFAULT 1,
    occurred_at INTEGER NOT NULL,
    by_uuid TEXT,
    type TEXT NOT NULL,
    subject_uuid TEXT NOT NULL,
    broadcast_uuid TEXT,
    merged_uuid TEXT,
    reason TEXT,
    notice TEXT
  ) STRICT`,
  "CREATE UNIQUE INDEX events_in_order ON events (workspace_uuid, position, sequence)",
  "CREATE UNIQUE INDEX events_of_notices ON events (workspace_uuid, subject_uuid) WHERE type = 'channel.notice'",
  `CREATE TABLE event_removals (
    workspace_uuid TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    sequence INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`
]

/**
 * Webhooks and their progress: every event up to the cursor was received, except events of the entities in `waiting`.
 * `due_at` and `on_events` decide when a worker takes the webhook. `claim` counts the claims, and `claimed_at` is the
 * time of the last claim; with it, workers take due webhooks in turn.
 */
const webhooks = [
  `CREATE TABLE webhooks (
    workspace_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
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
    updated_at INTEGER NOT NULL,
    claimed_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (workspace_uuid, uuid)
  ) STRICT, WITHOUT ROWID`,
  "CREATE INDEX webhooks_of_workspace ON webhooks (workspace_uuid, created_at, uuid)"
]

/**
 * The queue's table as Effect's `PersistedQueue` creates it. A program that shares the file may have created it already.
 */
const queue = [
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
]

/**
 * Statistics for a hundred webhooks and a million events. Most events are in a few workspaces, and a thousand are
 * notices.
 */
const expectations = statistics({
  events: { events_in_order: "1000000 100000 1 1", events_of_notices: "1000 100 1" },
  webhooks: { webhooks: "100 3 1", webhooks_of_workspace: "100 3 1 1" }
})

export const events: Migration = [...log, ...webhooks, ...queue, ...expectations]
