import { statements, statistics } from "./Statements.ts"

/** The digests of the addresses that get no messages of a workspace (C8). */
const tables = statements(
  `CREATE TABLE opt_outs (
    workspace_uuid TEXT NOT NULL,
    digest TEXT NOT NULL,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (workspace_uuid, digest)
  ) STRICT, WITHOUT ROWID`
)

/** A hundred thousand opt-outs of one workspace. */
const expectations = statistics("opt_outs", { opt_outs: "100000 100000 1" })

export const optOuts = [...tables, ...expectations]
