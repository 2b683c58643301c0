import { statements } from "./Statements.ts"

/**
 * Imports and their rows, as they were given and with what became of each. Instants are milliseconds since the epoch. An
 * import that is over is due no more. Workers look over all workspaces: the index that serves them does not begin with
 * one. What was given is JSON in a text, which holds what `jsonb` refuses.
 */
export const imports = statements(
  `CREATE TABLE contact_imports (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    created_by uuid NOT NULL,
    status text COLLATE "C" NOT NULL,
    merge_type text COLLATE "C" NOT NULL,
    match_on text COLLATE "C",
    contact_list_uuid uuid,
    total integer NOT NULL,
    created integer NOT NULL,
    updated integer NOT NULL,
    unchanged integer NOT NULL,
    skipped integer NOT NULL,
    failed integer NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    due_at bigint,
    PRIMARY KEY (workspace_uuid, uuid)
  )`,
  "CREATE INDEX contact_imports_due ON contact_imports (due_at) WHERE due_at IS NOT NULL",
  `CREATE TABLE contact_import_rows (
    workspace_uuid uuid NOT NULL,
    import_uuid uuid NOT NULL,
    row_index integer NOT NULL,
    content text NOT NULL,
    outcome text COLLATE "C",
    contact_uuid uuid,
    issues text NOT NULL DEFAULT '[]',
    PRIMARY KEY (workspace_uuid, import_uuid, row_index),
    FOREIGN KEY (workspace_uuid, import_uuid) REFERENCES contact_imports (workspace_uuid, uuid)
  )`,
  `CREATE INDEX contact_import_rows_by_outcome
    ON contact_import_rows (workspace_uuid, import_uuid, outcome, row_index)`
)
