import type { Migration } from "@rollcall/storage-sql"

/**
 * Channel reports that are not applied yet, as JSON, with the channel that received them on its webhook. `stored_at`
 * decides when a report that cannot be applied is removed.
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
    username text,
    asks_to_stop text,
    stored_at bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, uuid),
    UNIQUE (workspace_uuid, channel_message_id)
  )`,
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
    workspace_uuid uuid NOT NULL,
    digest text COLLATE "C" NOT NULL,
    scope text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    last_at bigint NOT NULL,
    added_by uuid,
    is_direct integer NOT NULL,
    contact_uuid uuid,
    address text COLLATE "C",
    PRIMARY KEY (workspace_uuid, digest, scope)
  )`,
  "CREATE INDEX opt_outs_by_contact ON opt_outs (workspace_uuid, contact_uuid) WHERE contact_uuid IS NOT NULL",
  "CREATE INDEX opt_outs_by_address ON opt_outs (workspace_uuid, address) WHERE address IS NOT NULL"
]

export const inbox: Migration = [...reports, ...messages, ...optOuts]
