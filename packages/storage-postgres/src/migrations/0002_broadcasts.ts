import { statements } from "./Statements.ts"

/**
 * Broadcasts and the account of every recipient. Instants are milliseconds since the epoch. Workers look over all
 * workspaces, and channels name a message and not a workspace: the indexes that serve them do not begin with it.
 * Accounts change several times each, and every index of them is written each time: there is none that counts them.
 */
export const broadcasts = statements(
  `CREATE TABLE broadcasts (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    created_by uuid NOT NULL,
    channel_type text NOT NULL,
    name text NOT NULL,
    template_name text NOT NULL,
    locale text NOT NULL,
    sender text NOT NULL,
    version integer NOT NULL,
    status text COLLATE "C" NOT NULL,
    status_reason text,
    scheduled_at bigint NOT NULL,
    valid_until bigint,
    created_at bigint NOT NULL,
    recipients integer NOT NULL,
    look_at bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, uuid)
  )`,
  "CREATE INDEX broadcasts_to_start ON broadcasts (scheduled_at) WHERE status = 'scheduled'",
  "CREATE INDEX broadcasts_to_look_at ON broadcasts (look_at) WHERE status = 'sending'",
  `CREATE INDEX broadcasts_to_expire ON broadcasts (valid_until)
    WHERE status IN ('scheduled', 'sending', 'paused') AND valid_until IS NOT NULL`,
  `CREATE TABLE broadcast_recipients (
    workspace_uuid uuid NOT NULL,
    broadcast_uuid uuid NOT NULL,
    uuid uuid NOT NULL PRIMARY KEY,
    position integer NOT NULL,
    identifier text NOT NULL,
    client_reference text COLLATE "C",
    status text COLLATE "C" NOT NULL,
    error text,
    parameters text,
    message_id text COLLATE "C",
    attempt integer NOT NULL,
    retries integer NOT NULL,
    not_before bigint,
    lease_until bigint,
    sent_at bigint,
    delivered_at bigint,
    read_at bigint,
    updated_at bigint NOT NULL,
    FOREIGN KEY (workspace_uuid, broadcast_uuid) REFERENCES broadcasts (workspace_uuid, uuid)
  )`,
  `CREATE UNIQUE INDEX recipients_by_position
    ON broadcast_recipients (workspace_uuid, broadcast_uuid, position)`,
  `CREATE INDEX recipients_pending
    ON broadcast_recipients (workspace_uuid, broadcast_uuid, position) WHERE status = 'pending'`,
  `CREATE INDEX recipients_of_broadcast_by_update
    ON broadcast_recipients (workspace_uuid, broadcast_uuid, updated_at, uuid)`,
  "CREATE INDEX recipients_by_update ON broadcast_recipients (workspace_uuid, updated_at, uuid)",
  `CREATE INDEX recipients_by_reference ON broadcast_recipients (workspace_uuid, client_reference)
    WHERE client_reference IS NOT NULL`,
  "CREATE INDEX recipients_by_message ON broadcast_recipients (message_id) WHERE message_id IS NOT NULL",
  "CREATE INDEX recipients_by_lease ON broadcast_recipients (lease_until) WHERE lease_until IS NOT NULL",
  `CREATE TABLE idempotency_keys (
    workspace_uuid uuid NOT NULL,
    key text COLLATE "C" NOT NULL,
    fingerprint text NOT NULL,
    response text NOT NULL,
    PRIMARY KEY (workspace_uuid, key)
  )`,
  `CREATE TABLE parked_receipts (
    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    message_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    error text,
    at bigint NOT NULL,
    UNIQUE (message_id, status)
  )`,
  `CREATE TABLE send_buckets (
    workspace_uuid uuid NOT NULL,
    sender text COLLATE "C" NOT NULL,
    level double precision NOT NULL,
    filled_at bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, sender)
  )`
)
