import { statements, statistics } from "./Statements.ts"

/**
 * Definitions of custom fields, and the values of contacts: as they are returned beside the contact, as they are found
 * a row for each entry. A row is written once and deleted; its text has trigrams of its own, kept in step by triggers.
 */
const tables = statements(
  `CREATE TABLE custom_fields (
    workspace_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    name TEXT NOT NULL,
    icon TEXT,
    field_type TEXT NOT NULL,
    field_key TEXT NOT NULL,
    status TEXT NOT NULL,
    editable INTEGER NOT NULL CHECK (editable IN (0, 1)),
    sensitive INTEGER NOT NULL CHECK (sensitive IN (0, 1)),
    select_options TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    archived_at INTEGER,
    PRIMARY KEY (workspace_uuid, uuid)
  ) STRICT, WITHOUT ROWID`,
  "CREATE UNIQUE INDEX custom_fields_by_key ON custom_fields (workspace_uuid, field_key)",
  "CREATE INDEX custom_fields_by_created_at ON custom_fields (workspace_uuid, status, created_at, uuid)",
  "ALTER TABLE contacts ADD COLUMN custom_fields TEXT NOT NULL DEFAULT '{}'",
  `CREATE TABLE contact_values (
    id INTEGER PRIMARY KEY,
    workspace_uuid TEXT NOT NULL,
    contact_uuid TEXT NOT NULL,
    field_uuid TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    text TEXT,
    number REAL,
    CHECK ((text IS NULL) <> (number IS NULL)),
    FOREIGN KEY (workspace_uuid, contact_uuid) REFERENCES contacts (workspace_uuid, uuid) ON DELETE CASCADE
  ) STRICT`,
  `CREATE UNIQUE INDEX contact_values_by_contact
    ON contact_values (workspace_uuid, contact_uuid, field_uuid, ordinal)`,
  "CREATE INDEX contact_values_by_text ON contact_values (workspace_uuid, field_uuid, text, contact_uuid)",
  "CREATE INDEX contact_values_by_number ON contact_values (workspace_uuid, field_uuid, number, contact_uuid) WHERE number IS NOT NULL",
  `CREATE VIRTUAL TABLE contact_values_trigrams USING fts5 (
    text, content = 'contact_values', content_rowid = 'id', columnsize = 0,
    tokenize = 'trigram case_sensitive 1 remove_diacritics 0'
  )`,
  `CREATE TRIGGER contact_values_inserted AFTER INSERT ON contact_values WHEN new.text IS NOT NULL BEGIN
    INSERT INTO contact_values_trigrams (rowid, text) VALUES (new.id, new.text);
  END`,
  `CREATE TRIGGER contact_values_deleted AFTER DELETE ON contact_values WHEN old.text IS NOT NULL BEGIN
    INSERT INTO contact_values_trigrams (contact_values_trigrams, rowid, text) VALUES ('delete', old.id, old.text);
  END`
)

/** Fifty fields and a million contacts in one workspace, each with five values. */
const expectations = [
  ...statistics("custom_fields", {
    custom_fields: "50 50 1",
    custom_fields_by_key: "50 50 1",
    custom_fields_by_created_at: "50 50 25 1 1"
  }),
  ...statistics("contact_values", {
    contact_values_by_contact: "5000000 5000000 5 1 1",
    contact_values_by_text: "5000000 5000000 100000 10 1",
    contact_values_by_number: "5000000 5000000 100000 10 1"
  })
]

export const customFields = [...tables, ...expectations]
