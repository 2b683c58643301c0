import { statements } from "./Statements.ts"

/** Workspaces and the tokens that open them. */
export const access = statements(
  "CREATE TABLE workspaces (uuid TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
  `CREATE TABLE access_tokens (
    workspace_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    actor_uuid TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    PRIMARY KEY (workspace_uuid, uuid)
  ) STRICT, WITHOUT ROWID`
)
