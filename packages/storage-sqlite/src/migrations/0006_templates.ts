import type { Migration } from "@rollcall/storage-sql"
import { statistics } from "./Statistics.ts"

/** Templates stored by workspaces, as JSON. */
const tables = [
  `CREATE TABLE message_templates (
    workspace_uuid TEXT NOT NULL,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    definition TEXT NOT NULL,
    PRIMARY KEY (workspace_uuid, name, locale)
  ) STRICT, WITHOUT ROWID`
]

/** Statistics for a thousand templates in one workspace, each in two languages. */
const expectations = statistics({ message_templates: { message_templates: "2000 2000 2 1" } })

export const templates: Migration = [...tables, ...expectations]
