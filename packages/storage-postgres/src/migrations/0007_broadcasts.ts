import type { Migration } from "@rollcall/storage-sql"

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
export const broadcasts: Migration = [
  `CREATE TABLE broadcasts (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    created_by uuid NOT NULL,
    channel_type text NOT NULL,
    name text NOT NULL,
    template_name text NOT NULL,
    locale text NOT NULL,
    sender text NOT NULL,
    category text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    status text COLLATE "C" NOT NULL,
    status_reason text,
    scheduled_at bigint NOT NULL,
    valid_until bigint,
    created_at bigint NOT NULL,
    recipients integer NOT NULL,
    look_at bigint NOT NULL,
    audience text,
    retry_of uuid,
    is_complete integer NOT NULL,
    attempt integer NOT NULL DEFAULT 0,
    expected_contacts integer,
    resolved_contacts integer NOT NULL DEFAULT 0,
    over_at bigint,
    recipients_removed_at bigint,
    held_opt_outs text,
    traceparent text COLLATE "C",
    PRIMARY KEY (workspace_uuid, uuid)
  )`,
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
    workspace_uuid uuid NOT NULL,
    key text COLLATE "C" NOT NULL,
    fingerprint text NOT NULL,
    response text NOT NULL,
    stored_at bigint,
    PRIMARY KEY (workspace_uuid, key)
  )`,
  "CREATE INDEX idempotency_keys_stored ON idempotency_keys (stored_at)"
]
