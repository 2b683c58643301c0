import type { RollcallEvent, WorkspaceUuid } from "@rollcall/core"
import type { EventReading, EventRequest, EventStore } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import type { Db } from "../database/Database.ts"
import { oneOf, rowDecoder } from "../database/Rows.ts"
import { ahead } from "./AppendEvents.ts"
import { cursorOf, decodeEventRows, type EventPlace, isBefore, placeOf } from "./EventRow.ts"

/** The number of events that a reading of some types looks at. It bounds the time of a statement. */
const lookedAt = 5_000

const Head = Schema.Struct({
  horizon: Schema.Natural,
  looked_at: Schema.Natural,
  last_position: Schema.NullOr(Schema.Natural),
  last_sequence: Schema.NullOr(Schema.Natural),
  removed_position: Schema.NullOr(Schema.Natural),
  removed_sequence: Schema.NullOr(Schema.Natural),
  type: Schema.NullOr(Schema.String)
})
const decodeHead = rowDecoder(Head)

/** Reads events, the horizon and what was removed with one statement, so that all are of one snapshot. */
export const readEvents = (db: Db): EventStore["Service"]["read"] =>
  Effect.fnUntraced(function* (workspace, request) {
    const after = request.after === null ? null : placeOf(request.after)
    if (request.after !== null && after === null) return { _tag: "Unknown" }
    const { limit, subject = null, types } = request
    const until = request.until === undefined || request.until === null ? null : (placeOf(request.until) ?? beforeAll)
    const count = types === null && subject === null ? limit : Math.max(limit, lookedAt)
    return yield* db.mapErrors(
      Effect.gen(function* () {
        const rows = yield* select(db, workspace, request, { after, until }, count)
        const head = yield* decodeHead(rows[0])
        if (after !== null && after.position >= head.horizon) return { _tag: "Unknown" } satisfies EventReading
        const removed = placeIn(head.removed_position, head.removed_sequence)
        if (after !== null && removed !== null && isBefore(after, removed)) {
          return { _tag: "Removed" } satisfies EventReading
        }
        const found = head.type === null ? [] : yield* decodeEventRows(rows)
        const events = found.map(({ position, sequence, ...event }): RollcallEvent => {
          return { ...event, cursor: cursorOf({ position, sequence }) }
        })
        const isFull = found.length === request.limit
        const last = isFull ? found.at(-1) : placeIn(head.last_position, head.last_sequence)
        return {
          _tag: "Read",
          events,
          next: cursorOf(last ?? after ?? removed ?? beforeAll),
          hasMore: isFull || head.looked_at === count
        } satisfies EventReading
      })
    )
  })

/** A row for each event, or one without an event; each has the head. */
const select = (
  { dialect, sql, table, ...db }: Db,
  workspace: WorkspaceUuid,
  { limit, subject = null, types }: EventRequest,
  { after, until }: { readonly after: EventPlace | null; readonly until: EventPlace | null },
  count: number
) => {
  const horizon = dialect.eventHorizon(ahead({ dialect, sql, table, ...db }))
  const removed = sql`SELECT position, sequence FROM ${table("event_removals")} WHERE workspace_uuid = ${workspace}`
  const isKept = sql`NOT EXISTS (
    SELECT 1 FROM (${removed}) AS gone WHERE (event.position, event.sequence) <= (gone.position, gone.sequence)
  )`
  const isAfter =
    after === null ? isKept : sql`(event.position, event.sequence) > (${after.position}, ${after.sequence})`
  const isNotLater =
    until === null
      ? sql.literal("TRUE")
      : sql`(event.position, event.sequence) <= (${until.position}, ${until.sequence})`
  const isOfType = types === null ? sql.literal("TRUE") : sql.in("type", types)
  const isWanted = subject === null ? isOfType : sql`${isOfType} AND subject_uuid = ${subject}`
  return sql`
    WITH looked_at AS MATERIALIZED (
      SELECT workspace_uuid, position, sequence, occurred_at, type, subject_uuid, broadcast_uuid, merged_uuid, reason, notice
      FROM ${table("events")} AS event
      WHERE workspace_uuid = ${workspace} AND ${isAfter} AND ${isNotLater} AND position < ${horizon}
      ORDER BY position, sequence LIMIT ${count}
    )
    SELECT head.horizon, head.looked_at, last.position AS last_position, last.sequence AS last_sequence,
      removed.position AS removed_position, removed.sequence AS removed_sequence, '' AS cursor, item.*
    FROM (SELECT ${horizon} AS horizon, (SELECT count(*) FROM looked_at) AS looked_at) AS head
    LEFT JOIN (SELECT position, sequence FROM looked_at ORDER BY position DESC, sequence DESC LIMIT 1) AS last ON TRUE
    LEFT JOIN (${removed}) AS removed ON TRUE
    LEFT JOIN (
      SELECT * FROM looked_at WHERE ${isWanted} ORDER BY position, sequence LIMIT ${limit}
    ) AS item ON TRUE
    ORDER BY item.position, item.sequence`
}

const horizonRow = oneOf(Schema.Struct({ horizon: Schema.Natural }))

/** The greatest number of an event with the same position that a cursor can name. */
const lastSequence = 999_999_999_999_999

/** Returns the cursor of the place before the horizon: every event that is visible is before it. */
export const endOfEvents =
  (db: Db): EventStore["Service"]["end"] =>
  () =>
    Effect.map(horizonRow(db, db.sql`SELECT ${db.dialect.eventHorizon(ahead(db))} AS horizon`), ({ horizon }) =>
      cursorOf({ position: horizon - 1, sequence: lastSequence })
    )

const beforeAll: EventPlace = { position: 0, sequence: 0 }

const placeIn = (position: number | null, sequence: number | null): EventPlace | null =>
  position === null || sequence === null ? null : { position, sequence }
