import type { Migration } from "@rollcall/storage-sql"

/** Templates stored by workspaces, as JSON. */
export const templates: Migration = [
  `CREATE TABLE message_templates (
    workspace_uuid uuid NOT NULL,
    name text COLLATE "C" NOT NULL,
    locale text COLLATE "C" NOT NULL,
    definition text NOT NULL,
    PRIMARY KEY (workspace_uuid, name, locale)
  )`
]
