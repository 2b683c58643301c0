import type { Migration } from "@rollcall/storage-sql"
import { statistics } from "./Statistics.ts"

/**
 * What channels reported and was not applied yet, as JSON, with the channel whose webhook it came to. When it was stored
 * says when one that can never be applied is removed.
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

/** The messages that people sent. */
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
    stored_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_uuid, uuid)
  ) STRICT`,
  `CREATE UNIQUE INDEX received_messages_by_channel_id
    ON received_messages (workspace_uuid, channel_message_id)`,
  "CREATE INDEX received_messages_by_address ON received_messages (workspace_uuid, address, at, uuid)",
  "CREATE INDEX received_messages_stored ON received_messages (stored_at)"
]

/** The digests of the addresses that get no messages of a workspace (C8). */
const optOuts = [
  `CREATE TABLE opt_outs (
    workspace_uuid TEXT NOT NULL,
    digest TEXT NOT NULL,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    added_by TEXT,
    PRIMARY KEY (workspace_uuid, digest)
  ) STRICT, WITHOUT ROWID`
]

/** Ten messages of each of ten thousand people of one workspace, ten times as many opt-outs; hardly a report waits. */
const expectations = statistics({
  inbox: { inbox_due: "10 1 1" },
  received_messages: {
    received_messages_by_channel_id: "100000 100000 1",
    received_messages_by_address: "100000 100000 10 1 1",
    received_messages_stored: "100000 1"
  },
  opt_outs: { opt_outs: "100000 100000 1" }
})

export const inbox: Migration = [...reports, ...messages, ...optOuts, ...expectations]
