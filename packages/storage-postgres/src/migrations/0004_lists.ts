import { statements } from "./Statements.ts"

/** Lists, with the folded form of the name beside it, and who is on them. */
export const lists = statements(
  `CREATE TABLE contact_lists (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    name text NOT NULL,
    name_folded text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    emoji text,
    created_by uuid NOT NULL,
    updated_by uuid NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, uuid)
  )`,
  "CREATE INDEX contact_lists_by_name ON contact_lists (workspace_uuid, status, left(name_folded, 500), uuid)",
  "CREATE INDEX contact_lists_by_created_at ON contact_lists (workspace_uuid, status, created_at, uuid)",
  `CREATE TABLE contact_list_members (
    workspace_uuid uuid NOT NULL,
    list_uuid uuid NOT NULL,
    contact_uuid uuid NOT NULL,
    added_at bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, list_uuid, contact_uuid),
    FOREIGN KEY (workspace_uuid, list_uuid) REFERENCES contact_lists (workspace_uuid, uuid),
    FOREIGN KEY (workspace_uuid, contact_uuid) REFERENCES contacts (workspace_uuid, uuid) ON DELETE CASCADE
  )`,
  `CREATE INDEX members_by_addition
    ON contact_list_members (workspace_uuid, list_uuid, added_at, contact_uuid)`,
  "CREATE INDEX members_by_contact ON contact_list_members (workspace_uuid, contact_uuid, list_uuid)"
)
