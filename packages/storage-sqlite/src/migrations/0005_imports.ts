import type { Migration } from "@rollcall/storage-sql"
import { statistics } from "./Statistics.ts"

/**
 * Imports and their rows: each row as given, and its result. Timestamps are milliseconds since the epoch. An import
 * that is over has no `due_at`. An import's rows may be removed some time after `over_at`, which is null once they are
 * removed. Workers read all workspaces, so the indexes for workers do not begin with a workspace. For erasures, one
 * index finds rows by contact, and another lists the rows without a contact in their order.
 *
 * `changes` is JSON that undoes the row, and `undo` is what was left when the row was undone. `undone` and `undo_left`
 * count such rows.
 *
 * `traceparent` is the trace context of the request that created the import, in the W3C format.
 */
const tables = [
  `CREATE TABLE contact_imports (
    workspace_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    created_by TEXT NOT NULL,
    status TEXT NOT NULL,
    merge_type TEXT NOT NULL,
    archived_contacts TEXT NOT NULL,
    match_on TEXT,
    contact_list_uuid TEXT,
    row_total INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    unchanged INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    due_at INTEGER,
    over_at INTEGER,
    traceparent TEXT,
    file_name TEXT,
    file_uuid TEXT,
    undo_status TEXT,
    undone INTEGER NOT NULL DEFAULT 0,
    undo_left INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (workspace_uuid, uuid)
  ) STRICT, WITHOUT ROWID`,
  "CREATE INDEX contact_imports_due ON contact_imports (due_at) WHERE due_at IS NOT NULL",
  "CREATE INDEX contact_imports_by_created_at ON contact_imports (workspace_uuid, created_at, uuid)",
  `CREATE INDEX contact_imports_by_file ON contact_imports (workspace_uuid, file_uuid, created_at, uuid)
    WHERE file_uuid IS NOT NULL`,
  "CREATE INDEX contact_imports_over ON contact_imports (over_at) WHERE over_at IS NOT NULL",
  `CREATE TABLE contact_import_rows (
    workspace_uuid TEXT NOT NULL,
    import_uuid TEXT NOT NULL,
    row_index INTEGER NOT NULL,
    content TEXT NOT NULL,
    outcome TEXT,
    contact_uuid TEXT,
    issues TEXT NOT NULL DEFAULT '[]',
    erased INTEGER NOT NULL DEFAULT 0,
    changes TEXT,
    undo TEXT,
    FOREIGN KEY (workspace_uuid, import_uuid) REFERENCES contact_imports (workspace_uuid, uuid)
  ) STRICT`,
  `CREATE UNIQUE INDEX contact_import_rows_by_index
    ON contact_import_rows (workspace_uuid, import_uuid, row_index)`,
  `CREATE INDEX contact_import_rows_by_outcome
    ON contact_import_rows (workspace_uuid, import_uuid, outcome, row_index)`,
  `CREATE INDEX contact_import_rows_by_contact ON contact_import_rows (workspace_uuid, contact_uuid)
    WHERE contact_uuid IS NOT NULL`,
  `CREATE INDEX contact_import_rows_unresolved ON contact_import_rows (workspace_uuid, import_uuid, row_index)
    WHERE outcome IS NOT NULL AND contact_uuid IS NULL AND erased = 0`
]

/** Statistics for a thousand imports of a thousand rows each in one workspace; ten imports are running. */
const expectations = statistics({
  contact_imports: {
    contact_imports: "1000 1000 1",
    contact_imports_by_created_at: "1000 1000 1 1",
    contact_imports_by_file: "1000 1000 10 1 1",
    contact_imports_due: "10 1",
    contact_imports_over: "1000 1"
  },
  contact_import_rows: {
    contact_import_rows_by_index: "1000000 1000000 1000 1",
    contact_import_rows_by_outcome: "1000000 1000000 1000 300 1",
    contact_import_rows_by_contact: "900000 900000 2",
    contact_import_rows_unresolved: "100000 100000 100 1"
  }
})

export const imports: Migration = [...tables, ...expectations]
