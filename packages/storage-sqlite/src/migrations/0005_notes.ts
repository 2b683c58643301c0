import { statements, statistics } from "./Statements.ts"

/** Notes on contacts. An archived one is kept and never read again. */
const tables = statements(
  `CREATE TABLE contact_notes (
    workspace_uuid TEXT NOT NULL,
    contact_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    title TEXT,
    text TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    archived_at INTEGER,
    FOREIGN KEY (workspace_uuid, contact_uuid) REFERENCES contacts (workspace_uuid, uuid) ON DELETE CASCADE
  ) STRICT`,
  "CREATE UNIQUE INDEX notes_by_uuid ON contact_notes (workspace_uuid, contact_uuid, uuid)",
  `CREATE INDEX notes_by_created_at ON contact_notes (workspace_uuid, contact_uuid, created_at, uuid)
    WHERE status = 'active'`
)

/** Ten notes on each of a hundred thousand contacts in one workspace. */
const expectations = statistics("contact_notes", {
  notes_by_uuid: "1000000 1000000 10 1",
  notes_by_created_at: "1000000 1000000 10 1 1"
})

export const notes = [...tables, ...expectations]
