import { Database, workspacesWithEvents } from "@rollcall/storage-sql"
import { Effect, Layer } from "effect"

/**
 * Moves the positions of events ahead of those that are stored, if the database was restored from a dump to a cluster
 * that has counted fewer transactions: so new events come after the old ones, and cursors stay valid. Adds the row of the
 * positions if it was removed for a dump that has none.
 */
export const layerEventPositions = Layer.effectDiscard(
  Effect.gen(function* () {
    const db = yield* Database
    const { mapErrors, sql, table } = db
    yield* mapErrors(sql`INSERT INTO ${table("event_positions")} (ahead) VALUES (0) ON CONFLICT DO NOTHING`)
    yield* mapErrors(sql`
      WITH last AS (
        SELECT greatest(
          (SELECT max(newest) FROM ${workspacesWithEvents(db)}, LATERAL (
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
