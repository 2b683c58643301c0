import { statements } from "./Statements.ts"

/** Notes on contacts. An archived one is kept and never read again. */
export const notes = statements(
  `CREATE TABLE contact_notes (
    workspace_uuid uuid NOT NULL,
    contact_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    title text,
    text text NOT NULL,
    status text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    archived_at bigint,
    PRIMARY KEY (workspace_uuid, contact_uuid, uuid),
    FOREIGN KEY (workspace_uuid, contact_uuid) REFERENCES contacts (workspace_uuid, uuid) ON DELETE CASCADE
  )`,
  `CREATE INDEX notes_by_created_at ON contact_notes (workspace_uuid, contact_uuid, created_at, uuid)
    WHERE status = 'active'`
)
