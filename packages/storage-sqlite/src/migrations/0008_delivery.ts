import type { Migration } from "@rollcall/storage-sql"
import { statistics } from "./Statistics.ts"

/**
 * One row per recipient with its delivery state. Workers read all workspaces, and channels identify a message without
 * its workspace, so the indexes for workers and channels do not start with the workspace. `reason` is the code of an
 * exclusion or failure.
 *
 * A recipient's row stores the contact. It also stores the identifier's address if the address is written differently
 * from the identifier, and the address the person writes from if that differs from the identifier.
 */
const recipients = [
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
    reason text,
    contact_uuid TEXT,
    address TEXT,
    problems TEXT,
    writes_from TEXT,
    FOREIGN KEY (workspace_uuid, broadcast_uuid) REFERENCES broadcasts (workspace_uuid, uuid)
  ) STRICT`,
  "CREATE UNIQUE INDEX recipients_by_uuid ON broadcast_recipients (workspace_uuid, uuid)",
  `CREATE UNIQUE INDEX recipients_by_position
    ON broadcast_recipients (workspace_uuid, broadcast_uuid, position)`,
  `CREATE INDEX recipients_of_broadcast_by_update
    ON broadcast_recipients (workspace_uuid, broadcast_uuid, updated_at, uuid)`,
  "CREATE INDEX recipients_by_update ON broadcast_recipients (workspace_uuid, updated_at, uuid)",
  `CREATE INDEX recipients_by_reference ON broadcast_recipients (workspace_uuid, client_reference)
    WHERE client_reference IS NOT NULL`,
  "CREATE INDEX recipients_by_message ON broadcast_recipients (message_id) WHERE message_id IS NOT NULL",
  "CREATE INDEX recipients_by_lease ON broadcast_recipients (lease_until) WHERE lease_until IS NOT NULL",
  "CREATE INDEX recipients_unknown ON broadcast_recipients (workspace_uuid) WHERE status = 'unknown'",
  "CREATE INDEX recipients_by_identifier ON broadcast_recipients (workspace_uuid, identifier)",
  `CREATE INDEX recipients_pending
    ON broadcast_recipients (workspace_uuid, broadcast_uuid, position) WHERE status = 'pending'`,
  `CREATE INDEX recipients_by_contact ON broadcast_recipients (workspace_uuid, contact_uuid)
    WHERE contact_uuid IS NOT NULL`,
  "CREATE INDEX recipients_by_address ON broadcast_recipients (workspace_uuid, address) WHERE address IS NOT NULL",
  `CREATE INDEX recipients_by_writer ON broadcast_recipients (workspace_uuid, writes_from)
    WHERE writes_from IS NOT NULL`
]

/** The SQL condition of each broadcast counter, including pending recipients and recipients with a lease. */
const counted = {
  sent: (row: string) => `(${row}sent_at IS NOT NULL)`,
  delivered: (row: string) => `(${row}status IN ('delivered', 'read'))`,
  read: (row: string) => `(${row}status = 'read')`,
  rejected: (row: string) => `(${row}status = 'rejected')`,
  failed: (row: string) => `(${row}status = 'undeliverable')`,
  unfinished: (row: string) => `(${row}status = 'pending' OR ${row}lease_until IS NOT NULL)`
}

const each = (of: (counter: string, value: (row: string) => string) => string) =>
  Object.entries(counted)
    .map(([counter, value]) => of(counter, value))
    .join(", ")

/** Counters still include recipients that were removed because of their age. */
const isKept = `NOT EXISTS (
    SELECT 1 FROM broadcasts WHERE workspace_uuid = old.workspace_uuid AND uuid = old.broadcast_uuid
      AND recipients_removed_at IS NOT NULL
  )`

/** The counters of each broadcast, kept up to date by triggers. */
const counts = [
  `CREATE TABLE recipient_counts (
    workspace_uuid TEXT NOT NULL,
    broadcast_uuid TEXT NOT NULL,
    ${each((counter) => `${counter} INTEGER NOT NULL`)},
    PRIMARY KEY (workspace_uuid, broadcast_uuid)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TRIGGER recipients_count_inserted AFTER INSERT ON broadcast_recipients BEGIN
    INSERT INTO recipient_counts
      VALUES (new.workspace_uuid, new.broadcast_uuid, ${each((_, value) => value("new."))})
      ON CONFLICT DO UPDATE SET ${each((counter) => `${counter} = ${counter} + excluded.${counter}`)};
  END`,
  `CREATE TRIGGER recipients_count_updated AFTER UPDATE OF status, sent_at, lease_until ON broadcast_recipients
  WHEN (${each((_, value) => value("new."))}) <> (${each((_, value) => value("old."))}) BEGIN
    UPDATE recipient_counts
    SET ${each((counter, value) => `${counter} = ${counter} + ${value("new.")} - ${value("old.")}`)}
    WHERE workspace_uuid = new.workspace_uuid AND broadcast_uuid = new.broadcast_uuid;
  END`,
  `CREATE TRIGGER recipients_count_deleted AFTER DELETE ON broadcast_recipients WHEN ${isKept} BEGIN
    UPDATE recipient_counts
    SET ${each((counter, value) => `${counter} = ${counter} - ${value("old.")}`)}
    WHERE workspace_uuid = old.workspace_uuid AND broadcast_uuid = old.broadcast_uuid;
  END`
]

const oneMore = `ON CONFLICT DO UPDATE SET recipients = recipients + 1`

/** The number of recipients per broadcast and reason, kept up to date by triggers. */
const reasons = [
  `CREATE TABLE recipient_reasons (
    workspace_uuid TEXT NOT NULL,
    broadcast_uuid TEXT NOT NULL,
    reason TEXT NOT NULL,
    recipients INTEGER NOT NULL,
    PRIMARY KEY (workspace_uuid, broadcast_uuid, reason)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TRIGGER recipients_reason_inserted AFTER INSERT ON broadcast_recipients WHEN new.reason IS NOT NULL BEGIN
    INSERT INTO recipient_reasons VALUES (new.workspace_uuid, new.broadcast_uuid, new.reason, 1)
      ${oneMore};
  END`,
  `CREATE TRIGGER recipients_reason_updated AFTER UPDATE OF reason ON broadcast_recipients
  WHEN new.reason IS NOT old.reason BEGIN
    UPDATE recipient_reasons SET recipients = recipients - 1
    WHERE workspace_uuid = old.workspace_uuid AND broadcast_uuid = old.broadcast_uuid AND reason = old.reason;
    INSERT INTO recipient_reasons
      SELECT new.workspace_uuid, new.broadcast_uuid, new.reason, 1 WHERE new.reason IS NOT NULL
      ${oneMore};
  END`,
  `CREATE TRIGGER recipients_reason_deleted AFTER DELETE ON broadcast_recipients
  WHEN old.reason IS NOT NULL AND ${isKept} BEGIN
    UPDATE recipient_reasons SET recipients = recipients - 1
    WHERE workspace_uuid = old.workspace_uuid AND broadcast_uuid = old.broadcast_uuid AND reason = old.reason;
  END`
]

/**
 * Unmatched receipts with the channel that reported them, the message's workspace (`all` for any), and the time they
 * were first kept. Message ids are stored as keyed digests, as for erased recipients.
 */
const receipts = [
  `CREATE TABLE parked_receipts (
    sequence INTEGER PRIMARY KEY,
    channel_type TEXT NOT NULL,
    workspace TEXT NOT NULL,
    message_id TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    at INTEGER NOT NULL,
    kept_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE UNIQUE INDEX parked_receipts_by_message
    ON parked_receipts (message_id, channel_type, workspace, status)`,
  "CREATE INDEX parked_receipts_by_age ON parked_receipts (kept_at)",
  "CREATE TABLE digest_keys (name TEXT PRIMARY KEY, key TEXT NOT NULL) STRICT, WITHOUT ROWID",
  "INSERT INTO digest_keys (name, key) VALUES ('messages', lower(hex(randomblob(32))))"
]

/**
 * The send permits of each sender. A bucket stores the number of permits it granted last, which the statement that
 * takes permits reads.
 */
const buckets = [
  `CREATE TABLE send_buckets (
    workspace_uuid TEXT NOT NULL,
    sender TEXT NOT NULL,
    level REAL NOT NULL,
    filled_at INTEGER NOT NULL,
    granted REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (workspace_uuid, sender)
  ) STRICT, WITHOUT ROWID`
]

/** Statistics for broadcasts to ten thousand recipients each, and ten broadcasts per person. */
const expectations = statistics({
  broadcast_recipients: {
    recipients_by_uuid: "10000000 10000000 1",
    recipients_by_position: "10000000 10000000 10000 1",
    recipients_of_broadcast_by_update: "10000000 10000000 10000 10 1",
    recipients_by_update: "10000000 10000000 10 1",
    recipients_by_reference: "10000000 10000000 10",
    recipients_by_message: "10000000 1",
    recipients_by_lease: "1000 10",
    recipients_by_identifier: "10000000 10000000 10",
    recipients_pending: "100000 100000 1000 1",
    recipients_by_contact: "5000000 5000000 10",
    recipients_by_address: "1000 1000 2",
    recipients_by_writer: "1000 1000 2"
  },
  parked_receipts: { parked_receipts_by_message: "10000 1 1 1 1", parked_receipts_by_age: "10000 1" }
})

export const delivery: Migration = [...recipients, ...counts, ...reasons, ...receipts, ...buckets, ...expectations]
