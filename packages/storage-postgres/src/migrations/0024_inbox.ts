import { statements } from "./Statements.ts"

/** What channels reported and was not applied yet, as JSON, and the messages that people sent. */
export const inbox = statements(
  `CREATE TABLE inbox (
    uuid uuid PRIMARY KEY,
    batch text NOT NULL,
    due_at bigint NOT NULL
  )`,
  "CREATE INDEX inbox_due ON inbox (due_at, uuid)",
  `CREATE TABLE received_messages (
    uuid uuid PRIMARY KEY,
    workspace_uuid uuid NOT NULL,
    channel_message_id text COLLATE "C" NOT NULL,
    address text COLLATE "C" NOT NULL,
    sender text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    text text,
    stored_at bigint NOT NULL,
    UNIQUE (workspace_uuid, channel_message_id)
  )`,
  "CREATE INDEX received_messages_by_address ON received_messages (workspace_uuid, address)",
  "CREATE INDEX received_messages_stored ON received_messages (stored_at)"
)
