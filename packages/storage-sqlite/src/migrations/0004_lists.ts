import { statements, statistics } from "./Statements.ts"

/** Lists, with the folded form of the name beside it, and who is on them. */
const tables = statements(
  `CREATE TABLE contact_lists (
    workspace_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    status TEXT NOT NULL,
    emoji TEXT,
    created_by TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT`,
  "CREATE UNIQUE INDEX contact_lists_by_uuid ON contact_lists (workspace_uuid, uuid)",
  "CREATE INDEX contact_lists_by_name ON contact_lists (workspace_uuid, status, name_folded, uuid)",
  "CREATE INDEX contact_lists_by_created_at ON contact_lists (workspace_uuid, status, created_at, uuid)",
  `CREATE TABLE contact_list_members (
    workspace_uuid TEXT NOT NULL,
    list_uuid TEXT NOT NULL,
    contact_uuid TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_uuid, list_uuid, contact_uuid),
    FOREIGN KEY (workspace_uuid, list_uuid) REFERENCES contact_lists (workspace_uuid, uuid),
    FOREIGN KEY (workspace_uuid, contact_uuid) REFERENCES contacts (workspace_uuid, uuid) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  "CREATE INDEX members_by_addition ON contact_list_members (workspace_uuid, list_uuid, added_at, contact_uuid)",
  "CREATE INDEX members_by_contact ON contact_list_members (workspace_uuid, contact_uuid, list_uuid)"
)

/** A thousand lists of a thousand contacts each in one workspace. The primary key goes by the name of the table. */
const expectations = [
  ...statistics("contact_lists", {
    contact_lists_by_uuid: "1000 1000 1",
    contact_lists_by_name: "1000 1000 500 1 1",
    contact_lists_by_created_at: "1000 1000 500 1 1"
  }),
  ...statistics("contact_list_members", {
    contact_list_members: "1000000 1000000 1000 1",
    members_by_addition: "1000000 1000000 1000 100 1",
    members_by_contact: "1000000 1000000 10 1"
  })
]

export const lists = [...tables, ...expectations]
