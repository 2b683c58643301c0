import { WorkspaceUuid } from "@rollcall/core"
import type { EventStore } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { countWhere, isOlder } from "../shared/PruneOldest.ts"
import { type EventPlace, isBefore } from "./EventRow.ts"
import { placeAll } from "./PlaceEvents.ts"

const workspaces = rowsOf(Schema.Struct({ workspace: WorkspaceUuid }))
const removed = rowsOf(Schema.Struct({ position: Schema.Natural, sequence: Schema.Natural }))

/** Returns a table for FROM with the workspaces that have events. Uses the event index without reading all events. */
const workspacesWithEvents = ({ sql, table }: Pick<Db, "sql" | "table">): Statement.Fragment => sql`
  (WITH RECURSIVE found(workspace) AS (
    SELECT (SELECT workspace_uuid FROM ${table("events")} ORDER BY workspace_uuid LIMIT 1)
    UNION ALL
    SELECT (
      SELECT workspace_uuid FROM ${table("events")} WHERE workspace_uuid > workspace ORDER BY workspace_uuid LIMIT 1
    )
    FROM found WHERE workspace IS NOT NULL
  )
  SELECT workspace FROM found WHERE workspace IS NOT NULL) AS found`

/** Removes old events of one workspace after another, each in its own transaction. Places their unplaced events first. */
export const pruneEvents = (db: Db): EventStore["Service"]["prune"] =>
  Effect.fnUntraced(function* ({ keepFor, limit }) {
    const isOld = yield* isOlder(db, "occurred_at", keepFor)
    let left = limit
    for (const { workspace } of yield* workspaces(db)(dueWorkspaces(db, isOld))) {
      if (left === 0) break
      yield* placeAll(db, workspace)
      left -= yield* db.transaction(removeFirst(db, workspace, isOld, left))
    }
    return limit - left
  })

/** Counts the old events of the workspaces that have any to remove. Reads all events of these workspaces. */
export const countPrunable = (db: Db): EventStore["Service"]["prunable"] =>
  Effect.fnUntraced(function* (keepFor) {
    const isOld = yield* isOlder(db, "occurred_at", keepFor)
    return yield* countWhere(db, "events", db.sql`workspace_uuid IN (${dueWorkspaces(db, isOld)}) AND ${isOld}`)
  })

/** Returns a SELECT of the workspaces with an old first event. */
const dueWorkspaces = (db: Db, isOld: Statement.Fragment) => {
  const { sql, table } = db
  const first = sql`
    SELECT occurred_at FROM ${table("events")} WHERE workspace_uuid = workspace
    ORDER BY ${db.dialect.eventOrder.storedOrder} LIMIT 1`
  return sql`SELECT workspace FROM ${workspacesWithEvents(db)} WHERE EXISTS (SELECT 1 FROM (${first}) AS oldest WHERE ${isOld})`
}

/** Removes the first events of a workspace if they are old, and stores the last removed place. */
const removeFirst = Effect.fnUntraced(function* (
  db: Db,
  workspace: WorkspaceUuid,
  isOld: Statement.Fragment,
  limit: number
) {
  const { dialect, run, sql, table } = db
  const places = yield* removed(db)(dialect.eventOrder.removeFirst(workspace, limit, isOld))
  const [first, ...others] = places
  if (first === undefined) return 0
  const last = others.reduce<EventPlace>((last, place) => (isBefore(last, place) ? place : last), first)
  yield* run(sql`
    INSERT INTO ${table("event_removals")} (workspace_uuid, position, sequence)
    VALUES (${workspace}, ${last.position}, ${last.sequence})
    ON CONFLICT (workspace_uuid) DO UPDATE SET position = excluded.position, sequence = excluded.sequence
    WHERE (event_removals.position, event_removals.sequence) < (excluded.position, excluded.sequence)`)
  return places.length
})
