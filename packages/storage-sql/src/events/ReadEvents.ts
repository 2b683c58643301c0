import type { RollcallEvent, WorkspaceUuid } from "@rollcall/core"
import { actorNamed } from "@rollcall/core/operations"
import type { EventReading, EventRequest, EventStore } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import type { Db } from "../database/Database.ts"
import { rowDecoder } from "../database/Rows.ts"
import { cursorOf, decodeEventRows, type EventPlace, isBefore, placeOf } from "./EventRow.ts"
import { placeAll } from "./PlaceEvents.ts"

/** Maximum events examined by one read that filters by type, to limit the time of a statement. */
const lookedAt = 5_000

const Head = Schema.Struct({
  last_given: Schema.Natural,
  can_place: Schema.Natural,
  looked_at: Schema.Natural,
  last_position: Schema.NullOr(Schema.Natural),
  last_sequence: Schema.NullOr(Schema.Natural),
  removed_position: Schema.NullOr(Schema.Natural),
  removed_sequence: Schema.NullOr(Schema.Natural),
  type: Schema.NullOr(Schema.String)
})
const decodeHead = rowDecoder(Head)

/** The place to read after, and the last place to read. */
interface Range {
  readonly after: EventPlace | null
  readonly until: EventPlace | null
}

/**
 * Reads events and the place reached in one statement and snapshot. If unplaced events would follow, it places them and
 * reads again. Without new events, nothing is written.
 */
export const readEvents = (db: Db): EventStore["Service"]["read"] =>
  Effect.fnUntraced(function* (workspace, request) {
    const after = request.after === null ? null : placeOf(request.after)
    if (request.after !== null && after === null) return { _tag: "Unknown" }
    const until = request.until === undefined || request.until === null ? null : (placeOf(request.until) ?? beforeAll)
    const look = db.mapErrors(readOnce(db, workspace, request, { after, until }))
    const { canPlace, isFull, reading } = yield* look
    // Events before a cursor already have a place.
    if (isFull || !canPlace || until !== null || !(yield* db.mapErrors(db.dialect.eventOrder.place(workspace)))) {
      return reading
    }
    const again = yield* look
    return again.reading._tag === "Read" && again.canPlace ? { ...again.reading, hasMore: true } : again.reading
  })

/**
 * Reads the current events. `isFull` means that unplaced events do not matter, and `canPlace` that there are some to place.
 */
const readOnce = Effect.fnUntraced(function* (
  db: Db,
  workspace: WorkspaceUuid,
  request: EventRequest,
  { after, until }: Range
) {
  const { limit, subject = null, types } = request
  const count = types === null && subject === null ? limit : Math.max(limit, lookedAt)
  const rows = yield* select(db, workspace, request, { after, until }, count)
  const head = yield* decodeHead(rows[0])
  const refuse = (reading: EventReading) => ({ reading, isFull: true, canPlace: false })
  if (after !== null && after.position > head.last_given) return refuse({ _tag: "Unknown" })
  const removed = placeIn(head.removed_position, head.removed_sequence)
  if (after !== null && removed !== null && isBefore(after, removed)) return refuse({ _tag: "Removed" })
  const found = head.type === null ? [] : yield* decodeEventRows(rows)
  const events = found.map(({ position, sequence, ...event }): RollcallEvent => {
    return { ...event, actor: actorNamed(event.by, event.actor), cursor: cursorOf({ position, sequence }) }
  })
  const isWhole = found.length === limit
  const last = isWhole ? found.at(-1) : placeIn(head.last_position, head.last_sequence)
  const isFull = isWhole || head.looked_at === count
  const next = cursorOf(last ?? after ?? removed ?? beforeAll)
  const reading: EventReading = { _tag: "Read", events, next, hasMore: isFull }
  return { reading, isFull, canPlace: head.can_place === 1 }
})

/** Selects one row per event, or one row without an event. Every row contains the head. */
const select = (
  { dialect: { eventOrder }, sql, table }: Db,
  workspace: WorkspaceUuid,
  { limit, subject = null, types }: EventRequest,
  { after, until }: Range,
  count: number
) => {
  const from = after === null ? null : { position: sql`${after.position}`, sequence: sql`${after.sequence}` }
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
      SELECT workspace_uuid, position, sequence, occurred_at, by_uuid, type, subject_uuid, broadcast_uuid, merged_uuid,
        reason, notice
      FROM ${eventOrder.placed(sql`${workspace}`, from, sql`${count}`)}
      WHERE workspace_uuid = ${workspace} AND ${isAfter} AND ${isNotLater}
      ORDER BY position, sequence LIMIT ${count}
    )
    SELECT head.last_given, head.can_place, head.looked_at, last.position AS last_position, last.sequence AS last_sequence,
      removed.position AS removed_position, removed.sequence AS removed_sequence, '' AS cursor,
      actor.name AS actor, item.*
    FROM (
      SELECT ${eventOrder.lastPosition(workspace)} AS last_given, ${eventOrder.canPlace(workspace)} AS can_place,
        (SELECT count(*) FROM looked_at) AS looked_at
    ) AS head
    LEFT JOIN (SELECT position, sequence FROM looked_at ORDER BY position DESC, sequence DESC LIMIT 1) AS last ON TRUE
    LEFT JOIN (${removed}) AS removed ON TRUE
    LEFT JOIN (
      SELECT * FROM looked_at WHERE ${isWanted} ORDER BY position, sequence LIMIT ${limit}
    ) AS item ON TRUE
    LEFT JOIN ${table("actors")} AS actor ON actor.workspace_uuid = item.workspace_uuid AND actor.uuid = item.by_uuid
    ORDER BY item.position, item.sequence`
}

/** The greatest sequence number that a cursor can contain. */
const lastSequence = 999_999_999_999_999

/** Places every visible event, and returns the cursor after the last position. */
export const endOfEvents =
  (db: Db): EventStore["Service"]["end"] =>
  (workspace) =>
    Effect.map(placeAll(db, workspace), (position) => cursorOf({ position, sequence: lastSequence }))

const beforeAll: EventPlace = { position: 0, sequence: 0 }

const placeIn = (position: number | null, sequence: number | null): EventPlace | null =>
  position === null || sequence === null ? null : { position, sequence }
