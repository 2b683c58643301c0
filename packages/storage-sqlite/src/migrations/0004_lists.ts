import type { Migration } from "@rollcall/storage-sql"
import { statistics } from "./Statistics.ts"

/** Lists with the folded form of their names, and their members. */
const tables = [
  `CREATE TABLE contact_lists (
    workspace_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    name_order TEXT NOT NULL,
    status TEXT NOT NULL,
    emoji TEXT,
    created_by TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT`,
  "CREATE UNIQUE INDEX contact_lists_by_uuid ON contact_lists (workspace_uuid, uuid)",
  "CREATE INDEX contact_lists_by_name ON contact_lists (workspace_uuid, status, name_order, uuid)",
  "CREATE INDEX contact_lists_by_created_at ON contact_lists (workspace_uuid, status, created_at, uuid)",
  `CREATE TABLE contact_list_members (
    workspace_uuid TEXT NOT NULL,
    list_uuid TEXT NOT NULL,
    contact_uuid TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    added_by TEXT NOT NULL,
    PRIMARY KEY (workspace_uuid, list_uuid, contact_uuid),
    FOREIGN KEY (workspace_uuid, list_uuid) REFERENCES contact_lists (workspace_uuid, uuid),
    FOREIGN KEY (workspace_uuid, contact_uuid) REFERENCES contacts (workspace_uuid, uuid) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  "CREATE INDEX members_by_addition ON contact_list_members (workspace_uuid, list_uuid, added_at, contact_uuid)",
  "CREATE INDEX members_by_contact ON contact_list_members (workspace_uuid, contact_uuid, list_uuid)"
]

/**
 * The number of unarchived contacts in each list, kept up to date by triggers. Members are removed before their
 * contact, not by the foreign key, because after the contact's removal a trigger cannot see whether the contact was
 * archived.
 */
const counts = [
  `CREATE TABLE member_counts (
    workspace_uuid TEXT NOT NULL,
    list_uuid TEXT NOT NULL,
    contacts INTEGER NOT NULL,
    PRIMARY KEY (workspace_uuid, list_uuid)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TRIGGER contacts_count_archived AFTER UPDATE OF archived ON contacts WHEN old.archived <> new.archived BEGIN
    UPDATE member_counts SET contacts = contacts + old.archived - new.archived
    WHERE workspace_uuid = new.workspace_uuid AND list_uuid IN (
      SELECT list_uuid FROM contact_list_members
      WHERE workspace_uuid = new.workspace_uuid AND contact_uuid = new.uuid
    );
  END`,
  `CREATE TRIGGER members_count_inserted AFTER INSERT ON contact_list_members BEGIN
    INSERT INTO member_counts
      SELECT new.workspace_uuid, new.list_uuid, 1 - archived FROM contacts
      WHERE workspace_uuid = new.workspace_uuid AND uuid = new.contact_uuid
      ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts;
  END`,
  `CREATE TRIGGER members_count_deleted AFTER DELETE ON contact_list_members BEGIN
    UPDATE member_counts SET contacts = contacts - (
      SELECT 1 - archived FROM contacts WHERE workspace_uuid = old.workspace_uuid AND uuid = old.contact_uuid
    ) WHERE workspace_uuid = old.workspace_uuid AND list_uuid = old.list_uuid;
  END`
]

/**
 * Segments with the folded form of their names. `search` and `field_types`, the types of the fields in the search, are
 * JSON.
 */
const segments = [
  `CREATE TABLE segments (
    workspace_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    name_order TEXT NOT NULL,
    status TEXT NOT NULL,
    search TEXT NOT NULL,
    field_types TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT`,
  "CREATE UNIQUE INDEX segments_by_uuid ON segments (workspace_uuid, uuid)",
  "CREATE INDEX segments_by_name ON segments (workspace_uuid, status, name_order, uuid)",
  "CREATE INDEX segments_by_created_at ON segments (workspace_uuid, status, created_at, uuid)"
]

/**
 * Jobs that add many contacts to a list, opt them out or opt them in. `selection` defines the contacts until the job is
 * finished, and `place` is the last contact processed. Both are JSON.
 */
const jobs = [
  `CREATE TABLE contact_jobs (
    workspace_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    action TEXT NOT NULL,
    list_uuid TEXT,
    scope TEXT,
    status TEXT NOT NULL,
    reason TEXT,
    selection TEXT,
    place TEXT,
    total INTEGER NOT NULL,
    processed INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    unchanged INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    due_at INTEGER,
    FOREIGN KEY (workspace_uuid, list_uuid) REFERENCES contact_lists (workspace_uuid, uuid)
  ) STRICT`,
  "CREATE UNIQUE INDEX contact_jobs_by_uuid ON contact_jobs (workspace_uuid, uuid)",
  "CREATE INDEX contact_jobs_due ON contact_jobs (due_at) WHERE due_at IS NOT NULL"
]

/** Statistics for a thousand lists of a thousand contacts each, and a thousand segments, in one workspace. */
const expectations = statistics({
  contact_lists: {
    contact_lists_by_uuid: "1000 1000 1",
    contact_lists_by_name: "1000 1000 500 1 1",
    contact_lists_by_created_at: "1000 1000 500 1 1"
  },
  contact_jobs: { contact_jobs_by_uuid: "1000 1000 1", contact_jobs_due: "10 1" },
  segments: {
    segments_by_uuid: "1000 1000 1",
    segments_by_name: "1000 1000 500 1 1",
    segments_by_created_at: "1000 1000 500 1 1"
  },
  contact_list_members: {
    contact_list_members: "1000000 1000000 1000 1",
    members_by_addition: "1000000 1000000 1000 100 1",
    members_by_contact: "1000000 1000000 10 1"
  }
})

export const lists: Migration = [...tables, ...counts, ...segments, ...jobs, ...expectations]
