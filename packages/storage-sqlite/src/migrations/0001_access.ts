import type { Migration } from "@rollcall/storage-sql"

/**
 * Workspaces with their settings as JSON, actor names, and access tokens. An actor's uuid is derived from the actor's
 * name. `bootstrap` marks the tokens that an operator configured.
 */
export const access: Migration = [
  "CREATE TABLE workspaces (uuid TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
  "CREATE TABLE workspace_settings (workspace_uuid TEXT NOT NULL PRIMARY KEY, settings TEXT NOT NULL) STRICT",
  `CREATE TABLE actors (
    workspace_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (workspace_uuid, uuid)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE access_tokens (
    workspace_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    actor_uuid TEXT NOT NULL,
    name TEXT NOT NULL,
    prefix TEXT,
    hash TEXT NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    last_used_at INTEGER,
    bootstrap INTEGER NOT NULL DEFAULT 0 CHECK (bootstrap IN (0, 1)),
    PRIMARY KEY (workspace_uuid, uuid)
  ) STRICT, WITHOUT ROWID`
]
