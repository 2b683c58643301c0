import { statements } from "./Statements.ts"

/**
 * Rows of imports can be erased: they are found by their contact, and those that resolved to none in their order. What is
 * still to be erased of a person is kept until it is done.
 */
export const erasures = statements(
  "ALTER TABLE contact_import_rows ADD COLUMN erased smallint NOT NULL DEFAULT 0",
  `CREATE INDEX contact_import_rows_by_contact ON contact_import_rows (workspace_uuid, contact_uuid)
    WHERE contact_uuid IS NOT NULL`,
  `CREATE INDEX contact_import_rows_unresolved ON contact_import_rows (workspace_uuid, import_uuid, row_index)
    WHERE outcome IS NOT NULL AND contact_uuid IS NULL AND erased = 0`,
  `CREATE TABLE contact_erasures (
    workspace_uuid uuid NOT NULL,
    contact_uuid uuid NOT NULL,
    person text NOT NULL,
    due_at bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, contact_uuid)
  )`,
  "CREATE INDEX contact_erasures_due ON contact_erasures (due_at)"
)
