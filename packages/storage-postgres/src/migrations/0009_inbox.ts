import type { Migration } from "@rollcall/storage-sql"

/**
 * What channels reported and was not applied yet, as JSON, with the channel whose webhook it came to. When it was stored
 * says when one that can never be applied is removed.
 */
const reports = [
  `CREATE TABLE inbox (
    uuid uuid PRIMARY KEY,
    batch text NOT NULL,
    due_at bigint NOT NULL,
    stored_at bigint,
    channel_type text
  )`,
  "CREATE INDEX inbox_due ON inbox (due_at, uuid)"
]

/** The messages that people sent. */
const messages = [
  `CREATE TABLE received_messages (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    channel_message_id text COLLATE "C" NOT NULL,
    address text COLLATE "C" NOT NULL,
    sender text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    text text,
    stored_at bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, uuid),
    UNIQUE (workspace_uuid, channel_message_id)
  )`,
  "CREATE INDEX received_messages_by_address ON received_messages (workspace_uuid, address, at, uuid)",
  "CREATE INDEX received_messages_stored ON received_messages (stored_at)"
]

/** The digests of the addresses that get no messages of a workspace (C8). */
const optOuts = [
  `CREATE TABLE opt_outs (
    workspace_uuid uuid NOT NULL,
    digest text COLLATE "C" NOT NULL,
    source text NOT NULL,
    at bigint NOT NULL,
    added_by uuid,
    PRIMARY KEY (workspace_uuid, digest)
  )`
]

export const inbox: Migration = [...reports, ...messages, ...optOuts]
