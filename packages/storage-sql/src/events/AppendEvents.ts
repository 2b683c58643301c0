import { ContactUuid, type StorageError, WorkspaceUuid } from "@rollcall/core"
import { type ContactWrite, type EventStore, type NewEvent, subjectOf } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import type * as Arr from "effect/Array"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { encodeNotice } from "./EventRow.ts"

/**
 * Appends events with one statement. It is a statement of its own after what changed is locked: so it begins after the
 * end of every transaction that had it locked before, and the order of events is the order of the changes.
 */
export const appendEvents = (db: Db): EventStore["Service"]["append"] =>
  Effect.fnUntraced(function* (events) {
    if (events.length === 0) return
    const { dialect, mapErrors, sql, table } = db
    const given = dialect.valuesTable(
      "given",
      {
        workspace: "uuid",
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
    const hasNotice = events.some(({ type }) => type === "channel.notice")
    const insert = sql`
      INSERT INTO ${table("events")}
        (workspace_uuid, occurred_at, type, subject_uuid, broadcast_uuid, merged_uuid, reason, notice)
      SELECT workspace, ${now}, type, subject, broadcast, merged, reason, notice
      FROM ${given} WHERE TRUE
      ${hasNotice ? unlessReported(db) : sql.literal("")}`
    yield* mapErrors(dialect.eventOrder.append(insert, { isOne: events.length === 1, more: [] }))
  })

/** Passes over a notice that the workspace has an event of (E8). Other events pay nothing for it. */
const unlessReported = ({ sql }: Db) =>
  sql`ON CONFLICT (workspace_uuid, subject_uuid) WHERE type = 'channel.notice' DO NOTHING`

const recordOf = (event: NewEvent) => ({
  workspace: event.workspaceUuid,
  type: event.type,
  subject: subjectOf(event),
  broadcast: "recipientUuid" in event ? event.broadcastUuid : null,
  merged: "mergedContactUuid" in event ? event.mergedContactUuid : null,
  reason: "reason" in event ? event.reason : null,
  notice: "notice" in event ? encodeNotice(event.notice) : null
})

const written = rowsOf(Schema.Struct({ workspace_uuid: WorkspaceUuid, uuid: ContactUuid }))

const appended = rowsOf(Schema.Struct({ events: Schema.Natural }))

const keyOf = (workspace: WorkspaceUuid, contact: ContactUuid) => `${workspace} ${contact}`

/**
 * Writes contacts, and the event of each contact that is written, in one step: one statement where the database can.
 * The events have one type. `write` returns the keys of the contacts. They are new or were locked by an earlier statement.
 * `more` are the subqueries of what else that one statement writes, where the database can write in them; there what
 * `write` returns is the table `written`. Returns how many contacts are written.
 */
export const writeWithEvents = (
  db: Db,
  write: Statement.Statement<unknown>,
  contacts: Arr.NonEmptyReadonlyArray<ContactWrite>,
  options: { readonly prepared: boolean; readonly more: Effect.Effect<ReadonlyArray<Statement.Fragment>> }
): Effect.Effect<number, StorageError> => {
  const { dialect, sql, table } = db
  const run = options.prepared ? <A>(statement: Statement.Statement<A>) => statement : dialect.runUnprepared
  if (!dialect.engine.writesInSubqueries) {
    const eventsOf = Effect.map(written(db, run(write)), (rows) => {
      const keys = new Set(rows.map(({ uuid, workspace_uuid }) => keyOf(workspace_uuid, uuid)))
      return contacts.flatMap(({ contact: { uuid, workspaceUuid }, event }) =>
        keys.has(keyOf(workspaceUuid, uuid)) ? [event] : []
      )
    })
    const append = appendEvents(db)
    return db.inTransaction(Effect.flatMap(eventsOf, (events) => Effect.as(append(events), events.length)))
  }
  const { type } = contacts[0].event
  return Effect.flatMap(Effect.all([dialect.now, options.more]), ([now, more]) =>
    Effect.map(
      appended(
        db,
        run(
          dialect.eventOrder.append(
            sql`
              INSERT INTO ${table("events")} (workspace_uuid, occurred_at, type, subject_uuid)
              SELECT workspace_uuid, ${now}, ${type}, uuid FROM written`,
            { isOne: contacts.length === 1, more: [sql`written AS (${write})`, ...more] }
          )
        )
      ),
      (counts) => counts.reduce((sum, { events }) => sum + events, 0)
    )
  )
}
