import type { Migration } from "@rollcall/storage-sql"
import { statistics } from "./Statistics.ts"
import { addTrigrams, eraseTrigrams, removeTrigrams, trigramIndex } from "./Trigrams.ts"

const folded = [
  "first_name",
  "last_name",
  "email",
  "phone_number",
  "chatapp_id",
  "socialmsg_id",
  "external_contact_id",
  "client_reference"
]

/** The columns with an index in name order. The other indexed strings use their folded form. */
const names = ["first_name", "last_name"]

const orderColumns = names.map((name) => `${name}_order`)

/** Returns the name of a string's indexed column. */
const indexedForm = (name: string) => `${name}_${names.includes(name) ? "order" : "folded"}`

const digits = ["phone_number_digits", "chatapp_id_digits"]

/** The columns with substring search. The last column contains several strings, without accents. */
const trigrams = [...folded.map((name) => `${name}_folded`), ...digits, "unaccented"]

const instants = ["created_at", "updated_at", "last_engaged_at"]

const identifiers = ["email_key", "phone_number_key", "chatapp_id_key"]

/**
 * Contacts, each string column with its folded form. Contacts are matched by the normalized forms of their identifiers.
 * The identifier indexes also contain the columns needed to count duplicates.
 */
const tables = [
  `CREATE TABLE contacts (
    id INTEGER PRIMARY KEY,
    workspace_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    first_name TEXT,
    last_name TEXT,
    external_contact_id TEXT,
    email TEXT,
    phone_number TEXT,
    chatapp_id TEXT,
    socialmsg_id TEXT,
    client_reference TEXT,
    archived INTEGER NOT NULL CHECK (archived IN (0, 1)),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    last_engaged_at INTEGER,
    ${[...trigrams, ...orderColumns].map((column) => `${column} TEXT`).join(",\n    ")},
    custom_fields TEXT NOT NULL DEFAULT '{}',
    ${identifiers.map((column) => `${column} TEXT`).join(",\n    ")}
  ) STRICT`,
  "CREATE UNIQUE INDEX contacts_by_uuid ON contacts (workspace_uuid, uuid)",
  ...folded.map((name) => `CREATE INDEX contacts_by_${name} ON contacts (workspace_uuid, ${indexedForm(name)}, uuid)`),
  ...[...digits, ...instants, "archived"].map(
    (name) => `CREATE INDEX contacts_by_${name} ON contacts (workspace_uuid, ${name}, uuid)`
  ),
  ...identifiers.map((name) => `CREATE INDEX contacts_by_${name} ON contacts (workspace_uuid, ${name}, uuid, archived)`)
]

const listOf = (row: "old" | "new") => trigrams.map((column) => `${row}.${column}`).join(", ")

/** Substring searches use an index of all trigrams, kept up to date by triggers. */
const substrings = [
  ...trigramIndex("contacts", trigrams),
  `CREATE TABLE trigram_merges (
    name TEXT PRIMARY KEY,
    is_begun INTEGER NOT NULL CHECK (is_begun IN (0, 1))
  ) STRICT, WITHOUT ROWID`,
  `CREATE TRIGGER contacts_inserted AFTER INSERT ON contacts BEGIN
    ${addTrigrams("contacts", trigrams)}
  END`,
  `CREATE TRIGGER contacts_deleted AFTER DELETE ON contacts BEGIN
    ${eraseTrigrams("contacts", trigrams)}
  END`,
  `CREATE TRIGGER contacts_updated AFTER UPDATE ON contacts WHEN (${listOf("old")}) IS NOT (${listOf("new")}) BEGIN
    ${removeTrigrams("contacts", trigrams)}
    ${addTrigrams("contacts", trigrams)}
  END`
]

/** The number of contacts in each workspace, kept up to date by triggers. */
const counts = [
  `CREATE TABLE contact_counts (
    workspace_uuid TEXT PRIMARY KEY,
    contacts INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE TRIGGER contacts_count_inserted AFTER INSERT ON contacts BEGIN
    INSERT INTO contact_counts VALUES (new.workspace_uuid, 1) ON CONFLICT DO UPDATE SET contacts = contacts + 1;
  END`,
  `CREATE TRIGGER contacts_count_deleted AFTER DELETE ON contacts BEGIN
    UPDATE contact_counts SET contacts = contacts - 1 WHERE workspace_uuid = old.workspace_uuid;
  END`
]

/**
 * A contact's former addresses, kept until the contact is deleted, so that an erasure finds all recipients with these
 * addresses.
 */
const addresses = [
  `CREATE TABLE former_addresses (
    workspace_uuid TEXT NOT NULL,
    contact_uuid TEXT NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (workspace_uuid, contact_uuid, address),
    FOREIGN KEY (workspace_uuid, contact_uuid) REFERENCES contacts (workspace_uuid, uuid) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `CREATE TRIGGER contacts_keep_addresses AFTER UPDATE OF phone_number_key, chatapp_id_key ON contacts
  WHEN old.phone_number_key IS NOT new.phone_number_key OR old.chatapp_id_key IS NOT new.chatapp_id_key BEGIN
    INSERT OR IGNORE INTO former_addresses (workspace_uuid, contact_uuid, address)
      SELECT new.workspace_uuid, new.uuid, had
      FROM (SELECT old.phone_number_key AS had UNION SELECT old.chatapp_id_key)
      WHERE had IS NOT NULL AND had IS NOT new.phone_number_key AND had IS NOT new.chatapp_id_key;
  END`
]

/** Notes on contacts. Archived notes are kept but never read. */
const notes = [
  `CREATE TABLE contact_notes (
    workspace_uuid TEXT NOT NULL,
    contact_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    title TEXT,
    text TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    archived_at INTEGER,
    FOREIGN KEY (workspace_uuid, contact_uuid) REFERENCES contacts (workspace_uuid, uuid) ON DELETE CASCADE
  ) STRICT`,
  "CREATE UNIQUE INDEX notes_by_uuid ON contact_notes (workspace_uuid, contact_uuid, uuid)",
  `CREATE INDEX notes_by_created_at ON contact_notes (workspace_uuid, contact_uuid, created_at, uuid)
    WHERE status = 'active'`
]

/**
 * Changes of contacts in reading order, with the old and new values as JSON. When a list membership or opt-out ends,
 * its start is kept. A merged contact keeps its own changes.
 */
const history = [
  `CREATE TABLE contact_history (
    workspace_uuid TEXT NOT NULL,
    contact_uuid TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    uuid TEXT NOT NULL,
    by_uuid TEXT,
    details TEXT NOT NULL,
    PRIMARY KEY (workspace_uuid, contact_uuid, at, kind, uuid)
  ) STRICT, WITHOUT ROWID`
]

/** Unfinished erasures of people. */
const erasures = [
  `CREATE TABLE contact_erasures (
    workspace_uuid TEXT NOT NULL,
    contact_uuid TEXT NOT NULL,
    person TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_uuid, contact_uuid)
  ) STRICT, WITHOUT ROWID`,
  "CREATE INDEX contact_erasures_due ON contact_erasures (due_at)"
]

/**
 * The merges that were not undone. A merged contact is found as the contact it was merged into. `state` contains both
 * contacts from before the merge, as JSON. `state` may take megabytes, so the table has rowids; without rowids, each
 * key comparison would read the whole `state`. An import that names a merged contact's identifier finds the survivor
 * through `merged_identifiers`.
 */
const merges = [
  `CREATE TABLE contact_merges (
    workspace_uuid TEXT NOT NULL,
    from_uuid TEXT NOT NULL,
    into_uuid TEXT NOT NULL,
    merged_at INTEGER NOT NULL,
    merged_by TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (workspace_uuid, from_uuid)
  ) STRICT`,
  "CREATE INDEX contact_merges_by_survivor ON contact_merges (workspace_uuid, into_uuid, merged_at)",
  `CREATE TABLE merged_identifiers (
    workspace_uuid TEXT NOT NULL,
    field TEXT NOT NULL,
    value TEXT NOT NULL,
    from_uuid TEXT NOT NULL,
    PRIMARY KEY (workspace_uuid, field, value, from_uuid),
    FOREIGN KEY (workspace_uuid, from_uuid) REFERENCES contact_merges (workspace_uuid, from_uuid) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  "CREATE INDEX merged_identifiers_by_contact ON merged_identifiers (workspace_uuid, from_uuid)"
]

const statisticsOf = (names: ReadonlyArray<string>, rows: string) =>
  Object.fromEntries(names.map((name) => [`contacts_by_${name}`, `1000000 1000000 ${rows} 1`]))

/**
 * Statistics for a million contacts in one workspace, each with ten notes. About ten contacts share a string, and hardly
 * any share an identifier.
 */
const expectations = statistics({
  contacts: {
    contacts_by_uuid: "1000000 1000000 1",
    ...statisticsOf([...folded, ...digits], "10"),
    ...statisticsOf(instants, "2"),
    ...statisticsOf(identifiers, "2 1"),
    ...statisticsOf(["archived"], "500000")
  },
  former_addresses: { former_addresses: "10000 10000 2 1" },
  contact_notes: { notes_by_uuid: "1000000 1000000 10 1", notes_by_created_at: "1000000 1000000 10 1 1" },
  contact_merges: { contact_merges: "10000 10000 1", contact_merges_by_survivor: "10000 10000 2 1" },
  merged_identifiers: { merged_identifiers: "20000 20000 7000 1 1", merged_identifiers_by_contact: "20000 20000 2" },
  contact_history: { contact_history: "1000000 1000000 10 1 1 1" },
  contact_erasures: { contact_erasures: "10 10 1", contact_erasures_due: "10 1" }
})

export const contacts: Migration = [
  ...tables,
  ...substrings,
  ...counts,
  ...addresses,
  ...notes,
  ...history,
  ...erasures,
  ...merges,
  ...expectations
]
