import { statements, statistics } from "./Statements.ts"

/**
 * Broadcasts and the account of every recipient. Instants are milliseconds since the epoch. Workers look over all
 * workspaces, and channels name a message and not a workspace: the indexes that serve them do not begin with it.
 */
const tables = statements(
  `CREATE TABLE broadcasts (
    workspace_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    created_by TEXT NOT NULL,
    channel_type TEXT NOT NULL,
    name TEXT NOT NULL,
    template_name TEXT NOT NULL,
    locale TEXT NOT NULL,
    sender TEXT NOT NULL,
    version INTEGER NOT NULL,
    status TEXT NOT NULL,
    status_reason TEXT,
    scheduled_at INTEGER NOT NULL,
    valid_until INTEGER,
    created_at INTEGER NOT NULL,
    recipients INTEGER NOT NULL,
    look_at INTEGER NOT NULL
  ) STRICT`,
  "CREATE UNIQUE INDEX broadcasts_by_uuid ON broadcasts (workspace_uuid, uuid)",
  "CREATE INDEX broadcasts_to_start ON broadcasts (scheduled_at) WHERE status = 'scheduled'",
  "CREATE INDEX broadcasts_to_look_at ON broadcasts (look_at) WHERE status = 'sending'",
  `CREATE INDEX broadcasts_to_expire ON broadcasts (valid_until)
    WHERE status IN ('scheduled', 'sending', 'paused') AND valid_until IS NOT NULL`,
  `CREATE TABLE broadcast_recipients (
    workspace_uuid TEXT NOT NULL,
    broadcast_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    position INTEGER NOT NULL,
    identifier TEXT NOT NULL,
    client_reference TEXT,
    status TEXT NOT NULL,
    error TEXT,
    parameters TEXT,
    message_id TEXT,
    attempt INTEGER NOT NULL,
    retries INTEGER NOT NULL,
    not_before INTEGER,
    lease_until INTEGER,
    sent_at INTEGER,
    delivered_at INTEGER,
    read_at INTEGER,
    updated_at INTEGER NOT NULL,
    FOREIGN KEY (workspace_uuid, broadcast_uuid) REFERENCES broadcasts (workspace_uuid, uuid)
  ) STRICT`,
  "CREATE UNIQUE INDEX recipients_by_uuid ON broadcast_recipients (uuid)",
  `CREATE UNIQUE INDEX recipients_by_position
    ON broadcast_recipients (workspace_uuid, broadcast_uuid, position)`,
  `CREATE INDEX recipients_by_status
    ON broadcast_recipients (workspace_uuid, broadcast_uuid, status, position, sent_at)`,
  `CREATE INDEX recipients_of_broadcast_by_update
    ON broadcast_recipients (workspace_uuid, broadcast_uuid, updated_at, uuid)`,
  "CREATE INDEX recipients_by_update ON broadcast_recipients (workspace_uuid, updated_at, uuid)",
  `CREATE INDEX recipients_by_reference ON broadcast_recipients (workspace_uuid, client_reference)
    WHERE client_reference IS NOT NULL`,
  "CREATE INDEX recipients_by_message ON broadcast_recipients (message_id) WHERE message_id IS NOT NULL",
  "CREATE INDEX recipients_by_lease ON broadcast_recipients (lease_until) WHERE lease_until IS NOT NULL",
  `CREATE TABLE idempotency_keys (
    workspace_uuid TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    response TEXT NOT NULL,
    PRIMARY KEY (workspace_uuid, key)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE parked_receipts (
    sequence INTEGER PRIMARY KEY,
    message_id TEXT NOT NULL,
    status TEXT NOT NULL,
    error TEXT,
    at INTEGER NOT NULL,
    UNIQUE (message_id, status)
  ) STRICT`,
  `CREATE TABLE send_buckets (
    workspace_uuid TEXT NOT NULL,
    sender TEXT NOT NULL,
    level REAL NOT NULL,
    filled_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_uuid, sender)
  ) STRICT, WITHOUT ROWID`
)

/** A thousand broadcasts to ten thousand recipients each in one workspace. */
const expectations = [
  ...statistics("broadcasts", {
    broadcasts_by_uuid: "1000 1000 1",
    broadcasts_to_start: "100 1",
    broadcasts_to_look_at: "10 1",
    broadcasts_to_expire: "100 1"
  }),
  ...statistics("broadcast_recipients", {
    recipients_by_uuid: "10000000 1",
    recipients_by_position: "10000000 10000000 10000 1",
    recipients_by_status: "10000000 10000000 10000 2000 1 1",
    recipients_of_broadcast_by_update: "10000000 10000000 10000 10 1",
    recipients_by_update: "10000000 10000000 10 1",
    recipients_by_reference: "10000000 10000000 10",
    recipients_by_message: "10000000 1",
    recipients_by_lease: "1000 10"
  })
]

export const broadcasts = [...tables, ...expectations]
