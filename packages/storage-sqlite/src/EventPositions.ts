import type { EventOrder } from "@rollcall/storage-sql"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * The order of events in SQLite. One transaction writes at a time, so events are numbered in the order in which they become
 * visible.
 */
export const eventOrder = (sql: SqlClient.SqlClient): EventOrder => ({
  append: (insert) => sql`${insert}`,
  storedOrder: sql.literal("position, sequence"),
  placed: () => sql.literal("events AS event"),
  lastPosition: () => sql.literal("(SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'events')"),
  canPlace: () => sql.literal("0"),
  place: () => Effect.succeed(false),
  hasAfter: (workspace, { position, sequence }) => sql`EXISTS (
    SELECT 1 FROM events AS event
    WHERE event.workspace_uuid = ${workspace} AND (event.position, event.sequence) > (${position}, ${sequence})
  )`,
  firstUnplaced: () => sql.literal("NULL"),
  removeFirst: (workspace, limit, condition) => sql`
    DELETE FROM events
    WHERE workspace_uuid = ${workspace} AND ${condition} AND (position, sequence) IN (
      SELECT position, sequence FROM events WHERE workspace_uuid = ${workspace}
      ORDER BY position, sequence LIMIT ${limit}
    )
    RETURNING position, sequence`
})
