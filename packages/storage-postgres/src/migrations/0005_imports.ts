import type { Migration } from "@rollcall/storage-sql"

/**
 * Imports and their rows: each row as given, and its result. Timestamps are milliseconds since the epoch. An import
 * that is over has no `due_at`. An import's rows may be removed some time after `over_at`, which is null once they are
 * removed. Workers read all workspaces, so the indexes for workers do not begin with a workspace. Given rows are JSON
 * in a `text` column, because `jsonb` rejects some valid JSON. For erasures, one index finds rows by contact, and
 * another lists the rows without a contact in their order.
 *
 * `changes` is JSON that undoes the row, and `undo` is what was left when the row was undone. `undone` and `undo_left`
 * count such rows.
 *
 * `traceparent` is the trace context of the request that created the import, in the W3C format.
 */
export const imports: Migration = [
  `CREATE TABLE contact_imports (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    created_by uuid NOT NULL,
    status text COLLATE "C" NOT NULL,
    merge_type text COLLATE "C" NOT NULL,
    archived_contacts text COLLATE "C" NOT NULL,
    match_on text COLLATE "C",
    contact_list_uuid uuid,
    row_total integer NOT NULL,
    created integer NOT NULL,
    updated integer NOT NULL,
    unchanged integer NOT NULL,
    skipped integer NOT NULL,
    failed integer NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    due_at bigint,
    over_at bigint,
    traceparent text COLLATE "C",
    file_name text,
    file_uuid uuid,
    undo_status text COLLATE "C",
    undone integer NOT NULL DEFAULT 0,
    undo_left integer NOT NULL DEFAULT 0,
    PRIMARY KEY (workspace_uuid, uuid)
  )`,
  "CREATE INDEX contact_imports_due ON contact_imports (due_at) WHERE due_at IS NOT NULL",
  "CREATE INDEX contact_imports_by_created_at ON contact_imports (workspace_uuid, created_at, uuid)",
  `CREATE INDEX contact_imports_by_file ON contact_imports (workspace_uuid, file_uuid, created_at, uuid)
    WHERE file_uuid IS NOT NULL`,
  "CREATE INDEX contact_imports_over ON contact_imports (over_at) WHERE over_at IS NOT NULL",
  `CREATE TABLE contact_import_rows (
    workspace_uuid uuid NOT NULL,
    import_uuid uuid NOT NULL,
    row_index integer NOT NULL,
    content text NOT NULL,
    outcome text COLLATE "C",
    contact_uuid uuid,
    issues text NOT NULL DEFAULT '[]',
    erased smallint NOT NULL DEFAULT 0,
    changes text,
    undo text,
    PRIMARY KEY (workspace_uuid, import_uuid, row_index),
    FOREIGN KEY (workspace_uuid, import_uuid) REFERENCES contact_imports (workspace_uuid, uuid)
  )`,
  `CREATE INDEX contact_import_rows_by_outcome
    ON contact_import_rows (workspace_uuid, import_uuid, outcome, row_index)`,
  `CREATE INDEX contact_import_rows_by_contact ON contact_import_rows (workspace_uuid, contact_uuid)
    WHERE contact_uuid IS NOT NULL`,
  `CREATE INDEX contact_import_rows_unresolved ON contact_import_rows (workspace_uuid, import_uuid, row_index)
    WHERE outcome IS NOT NULL AND contact_uuid IS NULL AND erased = 0`
]
