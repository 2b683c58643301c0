import type { Migration } from "@rollcall/storage-sql"

/**
 * Custom field definitions and contacts' values. `contacts` contains the values as they are returned; `contact_values`
 * has one row per entry, for searches. A string's indexed prefix is a separate column, so that an index-only scan can
 * find matching contacts. Each field is searched for substrings separately.
 */
const tables = [
  `CREATE TABLE custom_fields (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    name text NOT NULL,
    icon text,
    field_type text NOT NULL,
    field_key text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    editable smallint NOT NULL CHECK (editable IN (0, 1)),
    sensitive smallint NOT NULL CHECK (sensitive IN (0, 1)),
    select_options text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    archived_at bigint,
    PRIMARY KEY (workspace_uuid, uuid),
    UNIQUE (workspace_uuid, field_key)
  )`,
  "CREATE INDEX custom_fields_by_created_at ON custom_fields (workspace_uuid, status, created_at, uuid)",
  // The number of changes to a workspace's definitions. The first change adds the row.
  `CREATE TABLE custom_field_versions (
    workspace_uuid uuid PRIMARY KEY,
    version bigint NOT NULL
  )`,
  `CREATE TABLE contact_values (
    workspace_uuid uuid NOT NULL,
    contact_uuid uuid NOT NULL,
    field_uuid uuid NOT NULL,
    ordinal integer NOT NULL,
    text text COLLATE "C",
    beginning text COLLATE "C" GENERATED ALWAYS AS (left(text, 500)) STORED,
    number double precision,
    PRIMARY KEY (workspace_uuid, contact_uuid, field_uuid, ordinal),
    CHECK ((text IS NULL) <> (number IS NULL)),
    FOREIGN KEY (workspace_uuid, contact_uuid) REFERENCES contacts (workspace_uuid, uuid) ON DELETE CASCADE
  )`,
  `CREATE INDEX contact_values_by_text
    ON contact_values (workspace_uuid, field_uuid, beginning, contact_uuid)`,
  `CREATE INDEX contact_values_by_number
    ON contact_values (workspace_uuid, field_uuid, number, contact_uuid) WHERE number IS NOT NULL`,
  `CREATE INDEX contact_values_by_trigram ON contact_values USING gin (field_uuid, text gin_trgm_ops)
    WITH (gin_pending_list_limit = 1048576) WHERE text IS NOT NULL`,
  "CREATE STATISTICS contact_values_by_field (dependencies, mcv) ON field_uuid, beginning FROM contact_values"
]

/**
 * The number of contacts with a value in each field, as a sum of rows like `contact_counts`. Only the entry with
 * ordinal 0 is counted, once per contact.
 */
const counts = [
  `CREATE TABLE value_counts (
    workspace_uuid uuid NOT NULL,
    field_uuid uuid NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    contacts bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, field_uuid, sequence)
  )`
]

/**
 * Returns the version of a workspace's definitions. Waits for transactions that change the definitions and sees their
 * changes, because the function is volatile. The calling statement sees only the rows that existed when it began. With
 * this function, one statement can lock the definitions and write values.
 */
const version = [
  `CREATE FUNCTION rollcall_definitions_version(schema text, key text, workspace uuid) RETURNS bigint
    LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(key, 0)),
      set_config('search_path', quote_ident(schema) || ', pg_temp', true);
    RETURN coalesce((SELECT version FROM custom_field_versions WHERE workspace_uuid = workspace), 0);
  END
  $$`,
  "GRANT EXECUTE ON FUNCTION rollcall_definitions_version TO PUBLIC"
]

export const customFields: Migration = [...tables, ...counts, ...version]
