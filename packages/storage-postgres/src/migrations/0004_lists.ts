import type { Migration } from "@rollcall/storage-sql"

/** Lists with the folded form of their names, and their members. */
const tables = [
  `CREATE TABLE contact_lists (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    name text NOT NULL,
    name_folded text COLLATE "C" NOT NULL,
    name_order text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    emoji text,
    created_by uuid NOT NULL,
    updated_by uuid NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, uuid)
  )`,
  "CREATE INDEX contact_lists_by_name ON contact_lists (workspace_uuid, status, left(name_order, 500), uuid)",
  "CREATE INDEX contact_lists_by_created_at ON contact_lists (workspace_uuid, status, created_at, uuid)",
  `CREATE TABLE contact_list_members (
    workspace_uuid uuid NOT NULL,
    list_uuid uuid NOT NULL,
    contact_uuid uuid NOT NULL,
    added_at bigint NOT NULL,
    added_by uuid NOT NULL,
    PRIMARY KEY (workspace_uuid, list_uuid, contact_uuid),
    FOREIGN KEY (workspace_uuid, list_uuid) REFERENCES contact_lists (workspace_uuid, uuid),
    FOREIGN KEY (workspace_uuid, contact_uuid) REFERENCES contacts (workspace_uuid, uuid) ON DELETE CASCADE
  )`,
  `CREATE INDEX members_by_addition
    ON contact_list_members (workspace_uuid, list_uuid, added_at, contact_uuid)`,
  "CREATE INDEX members_by_contact ON contact_list_members (workspace_uuid, contact_uuid, list_uuid)"
]

/**
 * Segments with the folded form of their names. `search` and `field_types`, the types of the fields in the search, are
 * JSON.
 */
const segments = [
  `CREATE TABLE segments (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    name text NOT NULL,
    name_folded text COLLATE "C" NOT NULL,
    name_order text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    search text NOT NULL,
    field_types text NOT NULL,
    created_by uuid NOT NULL,
    updated_by uuid NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, uuid)
  )`,
  "CREATE INDEX segments_by_name ON segments (workspace_uuid, status, left(name_order, 500), uuid)",
  "CREATE INDEX segments_by_created_at ON segments (workspace_uuid, status, created_at, uuid)"
]

/**
 * The number of unarchived contacts in each list, as a sum of rows like `contact_counts`.
 *
 * A change of members waits for transactions that change the contacts, and blocks new ones. Otherwise, if one
 * transaction adds a contact and another archives the contact, neither transaction would see the other's change.
 * Members are removed before their contact, because the foreign key would remove them without counting.
 */
const counts = [
  `CREATE TABLE member_counts (
    workspace_uuid uuid NOT NULL,
    list_uuid uuid NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    contacts bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, list_uuid, sequence)
  )`
]

/**
 * Jobs that add many contacts to a list, opt them out or opt them in. `selection` defines the contacts until the job is
 * finished, and `place` is the last contact processed. Both are JSON.
 */
const jobs = [
  `CREATE TABLE contact_jobs (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    action text NOT NULL,
    list_uuid uuid,
    scope text,
    status text NOT NULL,
    reason text,
    selection text,
    place text,
    total integer NOT NULL,
    processed integer NOT NULL,
    changed integer NOT NULL,
    unchanged integer NOT NULL,
    refused integer NOT NULL,
    created_by uuid NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    due_at bigint,
    PRIMARY KEY (workspace_uuid, uuid),
    FOREIGN KEY (workspace_uuid, list_uuid) REFERENCES contact_lists (workspace_uuid, uuid)
  )`,
  "CREATE INDEX contact_jobs_due ON contact_jobs (due_at) WHERE due_at IS NOT NULL"
]

export const lists: Migration = [...tables, ...counts, ...segments, ...jobs]
