import { statements, statistics } from "./Statements.ts"

/** What channels reported and was not applied yet, as JSON, and the messages that people sent. */
const tables = statements(
  `CREATE TABLE inbox (
    uuid TEXT PRIMARY KEY,
    batch TEXT NOT NULL,
    due_at INTEGER NOT NULL
  ) STRICT`,
  "CREATE INDEX inbox_due ON inbox (due_at, uuid)",
  `CREATE TABLE received_messages (
    uuid TEXT PRIMARY KEY,
    workspace_uuid TEXT NOT NULL,
    channel_message_id TEXT NOT NULL,
    address TEXT NOT NULL,
    sender TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT,
    stored_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE UNIQUE INDEX received_messages_by_channel_id
    ON received_messages (workspace_uuid, channel_message_id)`,
  "CREATE INDEX received_messages_by_address ON received_messages (workspace_uuid, address)",
  "CREATE INDEX received_messages_stored ON received_messages (stored_at)"
)

/** Ten messages of each of ten thousand people of one workspace; hardly a report waits. */
const expectations = [
  ...statistics("inbox", { inbox_due: "10 1 1" }),
  ...statistics("received_messages", {
    received_messages_by_channel_id: "100000 100000 1",
    received_messages_by_address: "100000 100000 10",
    received_messages_stored: "100000 1"
  })
]

export const inbox = [...tables, ...expectations]
