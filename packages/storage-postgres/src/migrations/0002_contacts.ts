import type { Migration } from "@rollcall/storage-sql"

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

/** The indexed columns of identifiers. Phone numbers are short enough to index completely. */
const indexed = {
  email_key: "email_key_beginning",
  phone_number_key: "phone_number_key",
  chatapp_id_key: "chatapp_id_key"
}

/**
 * Contacts, each string column with its folded form, which is compared by code point. A b-tree rejects entries over a
 * third of a page, so string indexes contain the first 500 characters. Contacts are matched by the normalized forms of
 * their identifiers. Only the identifier indexes contain the columns needed to count duplicates; an expression index
 * would not work.
 *
 * Substring searches use one index of all trigrams of a contact. Recent writes wait in this index's pending list, which
 * every search reads. Emptying the list takes up to a second per 4 MiB, so writers do not empty it. Imports and the
 * sweep empty it, as the owner of the index, whatever their role.
 */
const tables = [
  `CREATE TABLE contacts (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    first_name text,
    last_name text,
    external_contact_id text COLLATE "C",
    email text,
    phone_number text,
    chatapp_id text,
    socialmsg_id text,
    client_reference text,
    archived smallint NOT NULL CHECK (archived IN (0, 1)),
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    last_engaged_at bigint,
    ${[...trigrams, ...orderColumns].map((column) => `${column} text COLLATE "C"`).join(",\n    ")},
    custom_fields text NOT NULL DEFAULT '{}',
    ${identifiers.map((column) => `${column} text COLLATE "C"`).join(",\n    ")},
    email_key_beginning text COLLATE "C" GENERATED ALWAYS AS (left(email_key, 500)) STORED,
    PRIMARY KEY (workspace_uuid, uuid)
  )`,
  ...digits.map((name) => `CREATE INDEX contacts_by_${name} ON contacts (workspace_uuid, left(${name}, 500), uuid)`),
  ...folded.map(
    (name) => `CREATE INDEX contacts_by_${name} ON contacts (workspace_uuid, left(${indexedForm(name)}, 500), uuid)`
  ),
  ...instants.map((name) => `CREATE INDEX contacts_by_${name} ON contacts (workspace_uuid, ${name}, uuid)`),
  "CREATE INDEX contacts_by_archived ON contacts (workspace_uuid, archived, uuid)",
  `CREATE INDEX contacts_by_trigram ON contacts USING gin (
    ${trigrams.map((column) => `${column} gin_trgm_ops`).join(", ")}
  ) WITH (gin_pending_list_limit = 1048576)`,
  ...Object.entries(indexed).map(
    ([name, column]) =>
      `CREATE INDEX contacts_by_${name} ON contacts (workspace_uuid, ${column}, uuid) INCLUDE (archived)`
  ),
  `CREATE FUNCTION rollcall_empty_list(schema text, index text) RETURNS bigint LANGUAGE sql VOLATILE SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp AS $$
    SELECT gin_clean_pending_list(to_regclass(format('%I.%I', schema, index)))
  $$`,
  "GRANT EXECUTE ON FUNCTION rollcall_empty_list TO PUBLIC"
]

/**
 * The number of contacts in each workspace, as a sum of rows. Every statement that writes contacts adds one row; rows are
 * never updated, so no transaction waits for another.
 */
const counts = [
  `CREATE TABLE contact_counts (
    workspace_uuid uuid NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    contacts bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, sequence)
  )`
]

/**
 * A contact's former addresses, kept until the contact is deleted, so that an erasure finds all recipients with these
 * addresses.
 */
const addresses = [
  `CREATE TABLE former_addresses (
    workspace_uuid uuid NOT NULL,
    contact_uuid uuid NOT NULL,
    address text NOT NULL,
    FOREIGN KEY (workspace_uuid, contact_uuid) REFERENCES contacts (workspace_uuid, uuid) ON DELETE CASCADE
  )`,
  "CREATE UNIQUE INDEX former_addresses_once ON former_addresses (workspace_uuid, contact_uuid, md5(address))"
]

/** Notes on contacts. Archived notes are kept but never read. */
const notes = [
  `CREATE TABLE contact_notes (
    workspace_uuid uuid NOT NULL,
    contact_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    title text,
    text text NOT NULL,
    status text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    archived_at bigint,
    PRIMARY KEY (workspace_uuid, contact_uuid, uuid),
    FOREIGN KEY (workspace_uuid, contact_uuid) REFERENCES contacts (workspace_uuid, uuid) ON DELETE CASCADE
  )`,
  `CREATE INDEX notes_by_created_at ON contact_notes (workspace_uuid, contact_uuid, created_at, uuid)
    WHERE status = 'active'`
]

/**
 * Changes of contacts in reading order, with the old and new values as JSON. When a list membership or opt-out ends,
 * its start is kept. A merged contact keeps its own changes.
 */
const history = [
  `CREATE TABLE contact_history (
    workspace_uuid uuid NOT NULL,
    contact_uuid uuid NOT NULL,
    at bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    uuid uuid NOT NULL,
    by_uuid uuid,
    details text NOT NULL,
    PRIMARY KEY (workspace_uuid, contact_uuid, at, kind, uuid)
  )`
]

/** Unfinished erasures of people. */
const erasures = [
  `CREATE TABLE contact_erasures (
    workspace_uuid uuid NOT NULL,
    contact_uuid uuid NOT NULL,
    person text NOT NULL,
    due_at bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, contact_uuid)
  )`,
  "CREATE INDEX contact_erasures_due ON contact_erasures (due_at)"
]

/**
 * The merges that were not undone. A merged contact is found as the contact it was merged into. `state` contains both
 * contacts from before the merge, as JSON. An import that names a merged contact's identifier finds the survivor
 * through `merged_identifiers`.
 */
const merges = [
  `CREATE TABLE contact_merges (
    workspace_uuid uuid NOT NULL,
    from_uuid uuid NOT NULL,
    into_uuid uuid NOT NULL,
    merged_at bigint NOT NULL,
    merged_by uuid NOT NULL,
    state text NOT NULL,
    PRIMARY KEY (workspace_uuid, from_uuid)
  )`,
  "CREATE INDEX contact_merges_by_survivor ON contact_merges (workspace_uuid, into_uuid, merged_at)",
  `CREATE TABLE merged_identifiers (
    workspace_uuid uuid NOT NULL,
    field text COLLATE "C" NOT NULL,
    value text COLLATE "C" NOT NULL,
    from_uuid uuid NOT NULL,
    FOREIGN KEY (workspace_uuid, from_uuid) REFERENCES contact_merges (workspace_uuid, from_uuid) ON DELETE CASCADE
  )`,
  "CREATE INDEX merged_identifiers_by_value ON merged_identifiers (workspace_uuid, field, left(value, 500), from_uuid)",
  "CREATE INDEX merged_identifiers_by_contact ON merged_identifiers (workspace_uuid, from_uuid)"
]

export const contacts: Migration = [...tables, ...counts, ...addresses, ...notes, ...history, ...erasures, ...merges]
