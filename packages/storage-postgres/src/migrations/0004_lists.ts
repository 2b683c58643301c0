import type { Migration } from "@rollcall/storage-sql"

/** Lists, each with the folded form of its name, and the members of lists. */
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
 * Segments, each with the folded form of its name. `search` and `field_types`, the types of the fields in the search, are
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
 * How many contacts that are not archived each list has, counted as contacts are.
 *
 * A change of members waits for transactions that change the contacts, and keeps others from changing them. Otherwise, if
 * one transaction adds a contact and another archives it, neither would see the other's change. Members are removed before
 * their contact, not by the foreign key, which counts nothing.
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
 * Jobs that change many contacts: add them to a list, opt them out or opt them in. Until all are changed, `selection` says
 * which contacts, and `place` has the last contact that was looked at. Both are JSON.
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
