import { statements } from "./Statements.ts"

/** The digests of the addresses that get no messages of a workspace (C8). */
export const optOuts = statements(
  `CREATE TABLE opt_outs (
    workspace_uuid uuid NOT NULL,
    digest text COLLATE "C" NOT NULL,
    source text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, digest)
  )`
)
