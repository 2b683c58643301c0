import type { Migration } from "@rollcall/storage-sql"
import { statistics } from "./Statistics.ts"

/**
 * Broadcasts, and the response stored under each idempotency key. Timestamps are milliseconds since the epoch.
 * `look_at` is the time of the next check, at most `valid_until`; 9007199254740991 means never. The `look_at` index
 * does not start with the workspace, because workers look for due broadcasts in all workspaces. When many broadcasts
 * are due, workspaces take turns through a second index. Two more indexes serve the listings: all published broadcasts,
 * and the broadcasts of each status.
 *
 * `is_complete` is 0 while recipients are hidden: the broadcast is staged, its audience is not resolved, or the
 * broadcast ended before that. Such broadcasts are few and have two indexes: by uuid, and by when they are due for
 * removal. `attempt` is the number of the newest attempt to resolve the audience. The attempt expects
 * `expected_contacts` and has stored `resolved_contacts`.
 *
 * `traceparent` is the W3C trace context of the request that created the broadcast.
 */
const tables = [
  `CREATE TABLE broadcasts (
    workspace_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    created_by TEXT NOT NULL,
    channel_type TEXT NOT NULL,
    name TEXT NOT NULL,
    template_name TEXT NOT NULL,
    locale TEXT NOT NULL,
    sender TEXT NOT NULL,
    category TEXT NOT NULL,
    version INTEGER NOT NULL,
    status TEXT NOT NULL,
    status_reason TEXT,
    scheduled_at INTEGER NOT NULL,
    valid_until INTEGER,
    created_at INTEGER NOT NULL,
    recipients INTEGER NOT NULL,
    look_at INTEGER NOT NULL,
    audience TEXT,
    retry_of TEXT,
    is_complete INTEGER NOT NULL,
    attempt INTEGER NOT NULL DEFAULT 0,
    expected_contacts INTEGER,
    resolved_contacts INTEGER NOT NULL DEFAULT 0,
    over_at INTEGER,
    recipients_removed_at INTEGER,
    held_opt_outs TEXT,
    traceparent TEXT
  ) STRICT`,
  "CREATE UNIQUE INDEX broadcasts_by_uuid ON broadcasts (workspace_uuid, uuid)",
  `CREATE INDEX broadcasts_by_next_check ON broadcasts (look_at)
    WHERE status IN ('resolving', 'scheduled', 'sending', 'paused')`,
  `CREATE INDEX broadcasts_by_turn ON broadcasts (workspace_uuid, look_at, uuid)
    WHERE status IN ('scheduled', 'sending', 'paused')`,
  "CREATE INDEX broadcasts_incomplete ON broadcasts (workspace_uuid, uuid) WHERE is_complete = 0",
  "CREATE INDEX broadcasts_over ON broadcasts (over_at) WHERE over_at IS NOT NULL",
  "CREATE INDEX broadcasts_abandoned ON broadcasts (look_at) WHERE is_complete = 0",
  `CREATE INDEX broadcasts_newest ON broadcasts (workspace_uuid, created_at, uuid)
    WHERE status NOT IN ('staged', 'discarded')`,
  "CREATE INDEX broadcasts_newest_by_status ON broadcasts (workspace_uuid, status, created_at, uuid)",
  "CREATE INDEX broadcasts_retries ON broadcasts (workspace_uuid, retry_of) WHERE retry_of IS NOT NULL",
  `CREATE TABLE idempotency_keys (
    workspace_uuid TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    response TEXT NOT NULL,
    stored_at INTEGER,
    PRIMARY KEY (workspace_uuid, key)
  ) STRICT, WITHOUT ROWID`,
  "CREATE INDEX idempotency_keys_stored ON idempotency_keys (stored_at)"
]

/** Statistics for a thousand broadcasts and a hundred thousand keys in one workspace. */
const expectations = statistics({
  broadcasts: {
    broadcasts_by_uuid: "1000 1000 1",
    broadcasts_by_next_check: "100 1",
    broadcasts_by_turn: "100 10 1 1",
    broadcasts_incomplete: "10 10 1",
    broadcasts_over: "1000 1",
    broadcasts_abandoned: "10 1",
    broadcasts_newest: "1000 1000 1 1",
    broadcasts_newest_by_status: "1000 1000 200 1 1"
  },
  idempotency_keys: { idempotency_keys: "100000 100000 1", idempotency_keys_stored: "100000 1" }
})

export const broadcasts: Migration = [...tables, ...expectations]
