import { Database } from "@rollcall/storage-sql"
import { Effect, Layer } from "effect"

/**
 * Moves the positions of events ahead of those that are stored, if the database was restored from a dump to a cluster
 * that has counted fewer transactions: so new events come after the old ones, and cursors stay valid.
 */
export const layerEventPositions = Layer.effectDiscard(
  Effect.gen(function* () {
    const { mapErrors, sql, table } = yield* Database
    yield* mapErrors(sql`
      WITH RECURSIVE found(workspace) AS (
        (SELECT workspace_uuid FROM ${table("events")} ORDER BY workspace_uuid LIMIT 1)
        UNION ALL
        SELECT (
          SELECT workspace_uuid FROM ${table("events")} WHERE workspace_uuid > workspace ORDER BY workspace_uuid LIMIT 1
        )
        FROM found WHERE workspace IS NOT NULL
      ), last AS (
        SELECT greatest(
          (SELECT max(newest) FROM found, LATERAL (
            SELECT max(position) AS newest FROM ${table("events")} WHERE workspace_uuid = workspace
          ) AS event),
          (SELECT max(position) FROM ${table("event_removals")})
        ) AS position
      )
      UPDATE ${table("event_positions")}
      SET ahead = position + 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      FROM last WHERE position - ahead >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint`)
  })
)
