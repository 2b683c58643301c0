import { statements } from "./Statements.ts"

/** Workspaces and the tokens that open them. */
export const access = statements(
  `CREATE TABLE workspaces (
    uuid uuid NOT NULL PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE
  )`,
  `CREATE TABLE access_tokens (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    actor_uuid uuid NOT NULL,
    hash text COLLATE "C" NOT NULL UNIQUE,
    scopes text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    PRIMARY KEY (workspace_uuid, uuid)
  )`
)
