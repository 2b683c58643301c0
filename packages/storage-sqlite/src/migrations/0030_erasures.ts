import { statements, statistics } from "./Statements.ts"

/**
 * Rows of imports can be erased: they are found by their contact, and those that resolved to none in their order. What is
 * still to be erased of a person is kept until it is done.
 */
const tables = statements(
  "ALTER TABLE contact_import_rows ADD COLUMN erased INTEGER NOT NULL DEFAULT 0",
  `CREATE INDEX contact_import_rows_by_contact ON contact_import_rows (workspace_uuid, contact_uuid)
    WHERE contact_uuid IS NOT NULL`,
  `CREATE INDEX contact_import_rows_unresolved ON contact_import_rows (workspace_uuid, import_uuid, row_index)
    WHERE outcome IS NOT NULL AND contact_uuid IS NULL AND erased = 0`,
  `CREATE TABLE contact_erasures (
    workspace_uuid TEXT NOT NULL,
    contact_uuid TEXT NOT NULL,
    person TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_uuid, contact_uuid)
  ) STRICT, WITHOUT ROWID`,
  "CREATE INDEX contact_erasures_due ON contact_erasures (due_at)"
)

export const erasures = [
  ...tables,
  ...statistics("contact_import_rows", {
    contact_import_rows_by_contact: "900000 900000 2",
    contact_import_rows_unresolved: "100000 100000 100 1"
  }),
  ...statistics("contact_erasures", { contact_erasures: "10 10 1", contact_erasures_due: "10 1" })
]
