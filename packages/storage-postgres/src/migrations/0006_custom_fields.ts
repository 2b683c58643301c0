import { statements } from "./Statements.ts"

/**
 * Definitions of custom fields, and the values of contacts: as they are returned beside the contact, as they are found
 * a row for each entry, which is written once and deleted. What an index holds of a text is a column of its own, so that
 * the index alone can answer which contacts have it. Substrings are found field by field.
 */
export const customFields = statements(
  "CREATE EXTENSION IF NOT EXISTS btree_gin",
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
  "ALTER TABLE contacts ADD COLUMN custom_fields text NOT NULL DEFAULT '{}'",
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
    WITH (gin_pending_list_limit = 256) WHERE text IS NOT NULL`,
  "CREATE STATISTICS contact_values_by_field (dependencies, mcv) ON field_uuid, beginning FROM contact_values"
)
