import type { Migration } from "@rollcall/storage-sql"
import { statistics } from "./Statistics.ts"

/**
 * Channel reports that are not applied yet, as JSON, with the channel that received them on its webhook. `stored_at`
 * decides when a report that cannot be applied is removed.
 */
const reports = [
  `CREATE TABLE inbox (
    uuid TEXT PRIMARY KEY,
    batch TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    stored_at INTEGER,
    channel_type TEXT
  ) STRICT`,
  "CREATE INDEX inbox_due ON inbox (due_at, uuid)"
]

const messages = [
  `CREATE TABLE received_messages (
    workspace_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    channel_message_id TEXT NOT NULL,
    address TEXT NOT NULL,
    sender TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT,
    username TEXT,
    asks_to_stop TEXT,
    stored_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_uuid, uuid)
  ) STRICT`,
  `CREATE UNIQUE INDEX received_messages_by_channel_id
    ON received_messages (workspace_uuid, channel_message_id)`,
  "CREATE INDEX received_messages_by_address ON received_messages (workspace_uuid, address, at, uuid)",
  "CREATE INDEX received_messages_by_at ON received_messages (workspace_uuid, at, uuid)",
  "CREATE INDEX received_messages_stored ON received_messages (stored_at)"
]

/**
 * Opt-outs from all messages of a workspace or from marketing, by digests of addresses, of digits without a country code,
 * and of people. Until a person is erased, the contact or the address is also stored, for listings and searches.
 */
const optOuts = [
  `CREATE TABLE opt_outs (
    workspace_uuid TEXT NOT NULL,
    digest TEXT NOT NULL,
    scope TEXT NOT NULL,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    added_by TEXT,
    is_direct INTEGER NOT NULL,
    contact_uuid TEXT,
    address TEXT,
    PRIMARY KEY (workspace_uuid, digest, scope)
  ) STRICT, WITHOUT ROWID`,
  "CREATE INDEX opt_outs_by_contact ON opt_outs (workspace_uuid, contact_uuid) WHERE contact_uuid IS NOT NULL",
  "CREATE INDEX opt_outs_by_address ON opt_outs (workspace_uuid, address) WHERE address IS NOT NULL"
]

/**
 * Statistics for ten messages from each of ten thousand people in one workspace, and ten times as many opt-outs. Hardly
 * any reports are waiting.
 */
const expectations = statistics({
  inbox: { inbox_due: "10 1 1" },
  received_messages: {
    received_messages_by_channel_id: "100000 100000 1",
    received_messages_by_address: "100000 100000 10 1 1",
    sqlite_autoindex_received_messages_1: "100000 100000 1",
    received_messages_by_at: "100000 100000 1 1",
    received_messages_stored: "100000 1"
  },
  opt_outs: {
    opt_outs: "200000 200000 1 1",
    opt_outs_by_contact: "100000 100000 1",
    opt_outs_by_address: "100000 100000 1"
  }
})

export const inbox: Migration = [...reports, ...messages, ...optOuts, ...expectations]
