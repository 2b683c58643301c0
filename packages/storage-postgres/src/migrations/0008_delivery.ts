import type { Migration } from "@rollcall/storage-sql"

/**
 * One row per recipient with its delivery state. Workers read all workspaces, and channels identify a message without
 * its workspace, so the indexes for workers and channels do not start with the workspace. A row changes several times
 * and every change writes all indexes, so no index is kept for counting. `reason` is the code of an exclusion or
 * failure.
 *
 * A recipient's row stores the contact. It also stores the identifier's address if the address is written differently
 * from the identifier, and the address the person writes from if that differs from the identifier.
 */
const recipients = [
  `CREATE TABLE broadcast_recipients (
    workspace_uuid uuid NOT NULL,
    broadcast_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
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
    reason text,
    contact_uuid uuid,
    address text,
    problems text,
    writes_from text COLLATE "C",
    PRIMARY KEY (workspace_uuid, uuid),
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
  "CREATE INDEX recipients_unknown ON broadcast_recipients (workspace_uuid) WHERE status = 'unknown'",
  "CREATE INDEX recipients_by_identifier ON broadcast_recipients (workspace_uuid, left(identifier, 500))",
  `CREATE INDEX recipients_by_contact ON broadcast_recipients (workspace_uuid, contact_uuid)
    WHERE contact_uuid IS NOT NULL`,
  `CREATE INDEX recipients_by_address ON broadcast_recipients (workspace_uuid, left(address, 500))
    WHERE address IS NOT NULL`,
  `CREATE INDEX recipients_by_writer ON broadcast_recipients (workspace_uuid, writes_from)
    WHERE writes_from IS NOT NULL`
]

const counters = ["sent", "delivered", "read", "rejected", "failed", "unfinished"]

/** The counters and reasons of each broadcast, as sums of rows like `contact_counts`. */
const counts = [
  `CREATE TABLE recipient_counts (
    workspace_uuid uuid NOT NULL,
    broadcast_uuid uuid NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    ${counters.map((counter) => `${counter} bigint NOT NULL`).join(",\n    ")},
    PRIMARY KEY (workspace_uuid, broadcast_uuid, sequence)
  )`,
  `CREATE TABLE recipient_reasons (
    workspace_uuid uuid NOT NULL,
    broadcast_uuid uuid NOT NULL,
    reason text COLLATE "C" NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    recipients bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, broadcast_uuid, reason, sequence)
  )`
]

/**
 * Unmatched receipts with the channel that reported them, the message's workspace (`all` for any), and the time they
 * were first kept. Message ids are stored as keyed digests, as for erased recipients.
 */
const receipts = [
  `CREATE TABLE parked_receipts (
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    channel_type text COLLATE "C" NOT NULL,
    workspace text COLLATE "C" NOT NULL,
    message_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    reason text,
    at bigint NOT NULL,
    kept_at bigint NOT NULL,
    PRIMARY KEY (message_id, channel_type, workspace, status)
  )`,
  "CREATE INDEX parked_receipts_by_age ON parked_receipts (kept_at)",
  `CREATE TABLE digest_keys (name text COLLATE "C" PRIMARY KEY, key text NOT NULL)`,
  `INSERT INTO digest_keys (name, key) VALUES ('messages', gen_random_uuid()::text || gen_random_uuid()::text)`
]

/**
 * The send permits of each sender. A bucket stores the number of permits it granted last, which the statement that
 * takes permits reads.
 */
const buckets = [
  `CREATE TABLE send_buckets (
    workspace_uuid uuid NOT NULL,
    sender text COLLATE "C" NOT NULL,
    level double precision NOT NULL,
    filled_at bigint NOT NULL,
    granted double precision NOT NULL DEFAULT 0,
    PRIMARY KEY (workspace_uuid, sender)
  )`
]

export const delivery: Migration = [...recipients, ...counts, ...receipts, ...buckets]
