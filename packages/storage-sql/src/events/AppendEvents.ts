import { type ActorUuid, ContactUuid, type StorageError, WorkspaceUuid } from "@rollcall/core"
import { CurrentActor } from "@rollcall/core/operations"
import { type ContactWrite, type EventStore, type NewEvent, subjectOf } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import type * as Arr from "effect/Array"
import type { Statement } from "effect/sql"
import type { Followed } from "../counts/ContactCounts.ts"
import { countingSubqueries, mergeSometimes } from "../counts/CountedWrites.ts"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { encodeNotice } from "./EventRow.ts"

/** A contact to write, and the actor who caused the write. */
export interface AuthoredWrite extends ContactWrite {
  readonly by: ActorUuid | null
}

interface AuthoredEvent {
  readonly event: NewEvent
  readonly by: ActorUuid | null
}

/** Appends events on behalf of the {@link CurrentActor}. */
export const appendEvents =
  (db: Db): EventStore["Service"]["append"] =>
  (events) =>
    events.length === 0
      ? Effect.void
      : Effect.flatMap(CurrentActor, (by) =>
          appendAuthored(
            db,
            events.map((event) => ({ event, by }))
          )
        )

/**
 * Appends events with one statement. It runs separately, after the changed rows were locked. So it begins after every
 * transaction that held those locks has ended, and events are in the order of their changes.
 */
const appendAuthored = Effect.fnUntraced(function* (db: Db, events: ReadonlyArray<AuthoredEvent>) {
  if (events.length === 0) return
  const { dialect, run, sql, table } = db
  const given = dialect.valuesTable(
    "given",
    {
      workspace: "uuid",
      author: "uuid",
      type: "text",
      subject: "uuid",
      broadcast: "uuid",
      merged: "uuid",
      reason: "text",
      notice: "text"
    },
    events.map(recordOf)
  )
  const now = yield* dialect.now
  const hasNotice = events.some(({ event: { type } }) => type === "channel.notice")
  const insert = sql`
    INSERT INTO ${table("events")}
      (workspace_uuid, occurred_at, by_uuid, type, subject_uuid, broadcast_uuid, merged_uuid, reason, notice)
    SELECT workspace, ${now}, author, type, subject, broadcast, merged, reason, notice
    FROM ${given} WHERE TRUE
    ${hasNotice ? unlessReported(db) : sql.literal("")}`
  yield* run(dialect.eventOrder.append(insert, { isOne: events.length === 1, more: [] }))
})

/** Skips a notice that already has an event in the workspace. Other events have no such cost. */
const unlessReported = ({ sql }: Db) =>
  sql`ON CONFLICT (workspace_uuid, subject_uuid) WHERE type = 'channel.notice' DO NOTHING`

const recordOf = ({ by, event }: AuthoredEvent) => ({
  workspace: event.workspaceUuid,
  author: by,
  type: event.type,
  subject: subjectOf(event),
  broadcast: "recipientUuid" in event ? event.broadcastUuid : null,
  merged: "mergedContactUuid" in event ? event.mergedContactUuid : null,
  reason: "reason" in event ? event.reason : "asksToStop" in event ? event.asksToStop : null,
  notice: "notice" in event ? encodeNotice(event.notice) : null
})

const written = rowsOf(Schema.Struct({ workspace_uuid: WorkspaceUuid, uuid: ContactUuid }))

const appended = rowsOf(Schema.Struct({ events: Schema.Natural }))

const keyOf = (workspace: WorkspaceUuid, contact: ContactUuid) => `${workspace} ${contact}`

/**
 * Writes contacts and the event of each written contact, in one statement if the database can. All events have one type.
 * `write` returns the keys of the contacts, which are new or were locked by an earlier statement. `followed` contains
 * additional reads and writes of that statement, if the database can write in subqueries; the table `written` then contains
 * the result of `write`. Returns the number of contacts written.
 */
export const writeWithEvents = (
  db: Db,
  write: Statement.Statement<unknown>,
  contacts: Arr.NonEmptyReadonlyArray<AuthoredWrite>,
  { followed, prepared }: { readonly prepared: boolean; readonly followed: Followed }
): Effect.Effect<number, StorageError> => {
  const { dialect, sql, table } = db
  const run = prepared ? <A>(statement: Statement.Statement<A>) => statement : dialect.runUnprepared
  if (!dialect.engine.writesInSubqueries) {
    const eventsOf = Effect.map(written(db)(run(write)), (rows) => {
      const keys = new Set(rows.map(({ uuid, workspace_uuid }) => keyOf(workspace_uuid, uuid)))
      return contacts.flatMap(({ by, contact: { uuid, workspaceUuid }, event }) =>
        keys.has(keyOf(workspaceUuid, uuid)) ? [{ by, event }] : []
      )
    })
    return db.inTransaction(Effect.flatMap(eventsOf, (events) => Effect.as(appendAuthored(db, events), events.length)))
  }
  const { event } = contacts[0]
  const { author, source } = authorsOf(db, contacts)
  const { before, changes, subqueries } = followed
  const more = [...before, sql`written AS (${write})`, ...subqueries, ...countingSubqueries(db, changes)]
  const append = Effect.flatMap(dialect.now, (now) =>
    Effect.map(
      appended(db)(
        run(
          dialect.eventOrder.append(
            sql`
              INSERT INTO ${table("events")} (workspace_uuid, occurred_at, by_uuid, type, subject_uuid)
              SELECT workspace_uuid, ${now}, ${author}, ${event.type}, uuid FROM ${source}`,
            { isOne: contacts.length === 1, more }
          )
        )
      ),
      (counts) => counts.reduce((sum, { events }) => sum + events, 0)
    )
  )
  return Effect.tap(append, () => db.mapErrors(mergeSometimes(db, changes)))
}

/**
 * Returns the author of each contact in the table `written`: one value, or a column if the contacts of several actors share
 * a statement.
 */
const authorsOf = ({ dialect, sql }: Db, contacts: Arr.NonEmptyReadonlyArray<AuthoredWrite>) => {
  const { by } = contacts[0]
  if (contacts.every((contact) => contact.by === by)) return { author: sql`${by}`, source: sql.literal("written") }
  const authors = contacts.map(({ by, contact: { uuid } }) => ({ contact: uuid, author: by }))
  const given = dialect.valuesTable("authors", { contact: "uuid", author: "uuid" }, authors)
  return { author: sql.literal("author"), source: sql`written JOIN ${given} ON contact = uuid` }
}
