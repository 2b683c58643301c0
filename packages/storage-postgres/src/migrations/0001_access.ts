import type { Migration } from "@rollcall/storage-sql"

/**
 * Workspaces with their settings as JSON, actor names, and access tokens. An actor's uuid is derived from the actor's
 * name. `bootstrap` marks the tokens that an operator configured.
 */
export const access: Migration = [
  `CREATE TABLE workspaces (
    uuid uuid NOT NULL PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE
  )`,
  `CREATE TABLE workspace_settings (
    workspace_uuid uuid NOT NULL PRIMARY KEY,
    settings text NOT NULL
  )`,
  `CREATE TABLE actors (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    name text COLLATE "C" NOT NULL,
    PRIMARY KEY (workspace_uuid, uuid)
  )`,
  `CREATE TABLE access_tokens (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    actor_uuid uuid NOT NULL,
    name text COLLATE "C" NOT NULL,
    prefix text COLLATE "C",
    hash text COLLATE "C" NOT NULL UNIQUE,
    scopes text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    last_used_at bigint,
    bootstrap smallint NOT NULL DEFAULT 0 CHECK (bootstrap IN (0, 1)),
    PRIMARY KEY (workspace_uuid, uuid)
  )`
]
