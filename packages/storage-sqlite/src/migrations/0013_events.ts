import { statements, statistics } from "./Statements.ts"

/**
 * Events, numbered in their order: one transaction writes at a time. No number is given twice, also when all events
 * were removed. `event_removals` has the last event of each workspace that was removed.
 */
const tables = statements(
  `CREATE TABLE events (
    workspace_uuid TEXT NOT NULL,
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    sequence INTEGER NOT NULL DEFAULT 1,
    occurred_at INTEGER NOT NULL,
    type TEXT NOT NULL,
    subject_uuid TEXT NOT NULL,
    broadcast_uuid TEXT,
    reason TEXT
  ) STRICT`,
  "CREATE UNIQUE INDEX events_in_order ON events (workspace_uuid, position, sequence)",
  `CREATE TABLE event_removals (
    workspace_uuid TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    sequence INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`
)

/** A million events, most of them in a few workspaces. */
export const events = [...tables, ...statistics("events", { events_in_order: "1000000 100000 1 1" })]
