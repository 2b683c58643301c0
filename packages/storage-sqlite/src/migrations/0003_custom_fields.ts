import type { Migration } from "@rollcall/storage-sql"
import { statistics } from "./Statistics.ts"
import { addTrigrams, eraseTrigrams, trigramIndex } from "./Trigrams.ts"

/**
 * Custom field definitions and contacts' values. `contacts` contains the values as they are returned; `contact_values`
 * has one row per entry, for searches. A trigram index covers the strings in `contact_values`, kept up to date by
 * triggers.
 */
const tables = [
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
  // The number of changes to a workspace's definitions. The first change adds the row.
  `CREATE TABLE custom_field_versions (
    workspace_uuid TEXT PRIMARY KEY NOT NULL,
    version INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
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
  `CREATE INDEX contact_values_by_number
    ON contact_values (workspace_uuid, field_uuid, number, contact_uuid) WHERE number IS NOT NULL`,
  ...trigramIndex("contact_values", ["text"]),
  `CREATE TRIGGER contact_values_inserted AFTER INSERT ON contact_values WHEN new.text IS NOT NULL BEGIN
    ${addTrigrams("contact_values", ["text"])}
  END`,
  `CREATE TRIGGER contact_values_deleted AFTER DELETE ON contact_values WHEN old.text IS NOT NULL BEGIN
    ${eraseTrigrams("contact_values", ["text"])}
  END`,
  `CREATE TRIGGER contact_values_updated AFTER UPDATE OF text ON contact_values WHEN old.text IS NOT new.text BEGIN
    INSERT INTO contact_values_trigrams (contact_values_trigrams, rowid, text)
      SELECT 'delete', old.id, old.text WHERE old.text IS NOT NULL;
    INSERT INTO contact_values_trigrams (rowid, text)
      SELECT new.id, new.text WHERE new.text IS NOT NULL;
  END`
]

/**
 * The number of contacts with a value in each field, kept up to date by triggers. Only the entry with ordinal 0 is
 * counted, once per contact.
 */
const counts = [
  `CREATE TABLE value_counts (
    workspace_uuid TEXT NOT NULL,
    field_uuid TEXT NOT NULL,
    contacts INTEGER NOT NULL,
    PRIMARY KEY (workspace_uuid, field_uuid)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TRIGGER values_count_inserted AFTER INSERT ON contact_values WHEN new.ordinal = 0 BEGIN
    INSERT INTO value_counts VALUES (new.workspace_uuid, new.field_uuid, 1)
      ON CONFLICT DO UPDATE SET contacts = contacts + 1;
  END`,
  `CREATE TRIGGER values_count_deleted AFTER DELETE ON contact_values WHEN old.ordinal = 0 BEGIN
    UPDATE value_counts SET contacts = contacts - 1
    WHERE workspace_uuid = old.workspace_uuid AND field_uuid = old.field_uuid;
  END`
]

/** Statistics for fifty fields and a million contacts in one workspace, each with five values. */
const expectations = statistics({
  custom_fields: {
    custom_fields: "50 50 1",
    custom_fields_by_key: "50 50 1",
    custom_fields_by_created_at: "50 50 25 1 1"
  },
  contact_values: {
    contact_values_by_contact: "5000000 5000000 5 1 1",
    contact_values_by_text: "5000000 5000000 100000 10 1",
    contact_values_by_number: "5000000 5000000 100000 10 1"
  }
})

export const customFields: Migration = [...tables, ...counts, ...expectations]
