import { statements, statistics } from "./Statements.ts"

/** The indexes of the listing of broadcasts: all that are published, and those of each status, in their order (B21). */
const indexes = statements(
  `CREATE INDEX broadcasts_newest ON broadcasts (workspace_uuid, created_at, uuid)
    WHERE status NOT IN ('staged', 'discarded')`,
  "CREATE INDEX broadcasts_newest_by_status ON broadcasts (workspace_uuid, status, created_at, uuid)"
)

export const broadcastListing = [
  ...indexes,
  ...statistics("broadcasts", {
    broadcasts_newest: "1000 1000 1 1",
    broadcasts_newest_by_status: "1000 1000 200 1 1"
  })
]
