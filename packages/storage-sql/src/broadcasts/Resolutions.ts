import { BroadcastUuid, WorkspaceUuid } from "@rollcall/core"
import type { BroadcastRef, BroadcastStore } from "@rollcall/core/storage"
import { type Duration, Effect, Option, Schema } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { firstOf, hasRow, rowsOf } from "../database/Rows.ts"
import { broadcastRecord } from "./BroadcastRow.ts"
import { checkAfterClaim, isDue, nextCheck } from "./DueBroadcasts.ts"
import { takeIdempotencyKey } from "./IdempotencyKeys.ts"
import { conflict, insertRecipients, removeRecipients } from "./StageBroadcast.ts"

type Store = BroadcastStore["Service"]

const due = rowsOf(
  Schema.Struct({ workspace: WorkspaceUuid, broadcast: BroadcastUuid, expired: Schema.BooleanFromBit })
)
const attempts = rowsOf(Schema.Struct({ workspace: WorkspaceUuid, broadcast: BroadcastUuid, attempt: Schema.Natural }))
const progress = firstOf(Schema.Struct({ contacts: Schema.NullOr(Schema.Natural), resolved: Schema.Natural }))

/**
 * Stores a published broadcast without recipients. Call it inside a transaction; a `Conflict` rolls that transaction back.
 */
export const openBroadcast = (db: Db): Store["open"] => {
  const { dialect, sql, table } = db
  return Effect.fnUntraced(function* (broadcast, idempotency) {
    if (idempotency !== null) {
      const { key, record } = idempotency
      const existing = yield* takeIdempotencyKey(db, broadcast.workspaceUuid, key, record)
      if (Option.isSome(existing)) return existing
    }
    const record = { ...broadcastRecord(broadcast), is_complete: 0, recipients: 0 }
    const until = record.valid_until ?? Number.MAX_SAFE_INTEGER
    // A host's driver may send parameters as strings, so one of the two values must have a numeric type in the statement.
    const firstCheck =
      broadcast.status === "resolving"
        ? dialect.ofTwo("least", yield* dialect.now, sql`${until}`)
        : sql`${Math.min(record.scheduled_at, until)}`
    const isWritten = yield* hasRow(db)(sql`
      INSERT INTO ${table("broadcasts")} (${sql.csv(Object.keys(record))}, look_at)
      VALUES (${sql.csv(Object.values(record).map((value) => sql`${value}`))}, ${firstCheck})
      ON CONFLICT (workspace_uuid, uuid) DO NOTHING
      RETURNING uuid`)
    return isWritten ? Option.none() : yield* conflict("The uuid is taken")
  })
}

/**
 * Claims broadcasts with an unresolved audience. Skips broadcasts locked by another transaction. A SELECT before the UPDATE
 * keeps the order of due times, because RETURNING has no order.
 */
export const claimUnresolved = (db: Db): Store["claimUnresolved"] => {
  const { dialect, sql, table, transaction } = db
  return ({ dueAfter, limit }) =>
    transaction(
      Effect.gen(function* () {
        const now = yield* dialect.now
        const rows = yield* due(db)(sql`
          SELECT workspace_uuid AS workspace, uuid AS broadcast,
            CASE WHEN valid_until <= ${now} THEN 1 ELSE 0 END AS expired
          FROM ${table("broadcasts")}
          WHERE ${isDue(db, now)} AND status = 'resolving'
          ORDER BY look_at
          LIMIT ${limit} ${dialect.lockRows("update", { skipLocked: true })}`)
        if (rows.length === 0) return []
        const given = dialect.valuesTable(
          "given",
          { workspace: "uuid", broadcast: "uuid" },
          rows.map(({ broadcast, workspace }) => ({ workspace, broadcast }))
        )
        const begun = yield* attempts(db)(sql`
          UPDATE ${table("broadcasts")} SET look_at = ${checkAfterClaim(db, now, dueAfter)},
            attempt = attempt + 1, expected_contacts = NULL, resolved_contacts = 0
          FROM ${given}
          WHERE workspace_uuid = given.workspace AND uuid = given.broadcast
          RETURNING workspace_uuid AS workspace, uuid AS broadcast, attempt`)
        return rows.flatMap(({ broadcast, expired, workspace }) => {
          const one = begun.find((row) => row.workspace === workspace && row.broadcast === broadcast)
          return one === undefined ? [] : [{ ref: { workspace, broadcast }, attempt: one.attempt, hasExpired: expired }]
        })
      })
    )
}

/**
 * Updates a resolving broadcast if the attempt is its newest. The row stays locked until the transaction ends, so that no
 * other attempt or transition can intervene.
 */
const write = Effect.fnUntraced(function* (
  db: Db,
  { broadcast, workspace }: BroadcastRef,
  attempt: number,
  columns: ReadonlyArray<Statement.Fragment>
) {
  const { sql, table } = db
  const isWritten = yield* hasRow(db)(sql`
    UPDATE ${table("broadcasts")} SET ${sql.csv(columns)}
    WHERE workspace_uuid = ${workspace} AND uuid = ${broadcast} AND status = 'resolving' AND attempt = ${attempt}
    RETURNING uuid`)
  if (!isWritten) return yield* conflict("The attempt to resolve the audience is over")
})

/** Returns the assignment that makes a broadcast due again after the duration. */
const putOff = (db: Db, dueAfter: Duration.Duration) =>
  Effect.map(db.dialect.now, (now) => db.sql`look_at = ${nextCheck(db, now, dueAfter)}`)

/** Removes some recipients left by earlier attempts. */
export const discardRecipients = (db: Db): Store["discardRecipients"] => {
  const { sql, transaction } = db
  return (ref, attempt, dueAfter) =>
    transaction(
      Effect.gen(function* () {
        yield* write(db, ref, attempt, [sql`recipients = 0`, yield* putOff(db, dueAfter)])
        return yield* removeRecipients(db, ref)
      })
    )
}

/** Stores the number of contacts an attempt expects. */
export const expectContacts =
  (db: Db): Store["expectContacts"] =>
  (ref, attempt, contacts) =>
    write(db, ref, attempt, [db.sql`expected_contacts = ${contacts}`])

export const extendBroadcast = (db: Db): Store["extend"] => {
  const { inTransaction, sql } = db
  return (ref, attempt, recipients, dueAfter) => {
    const accepted = recipients.filter(({ outcome }) => outcome._tag === "Accepted").length
    return inTransaction(
      Effect.gen(function* () {
        yield* write(db, ref, attempt, [
          sql`recipients = recipients + ${accepted}`,
          sql`resolved_contacts = resolved_contacts + ${recipients.length}`,
          yield* putOff(db, dueAfter)
        ])
        if (recipients.length > 0) yield* insertRecipients(db, ref, recipients)
      })
    )
  }
}

/** Marks a resolving broadcast as complete. */
export const completeBroadcast =
  (db: Db): Store["complete"] =>
  (ref, attempt) =>
    write(db, ref, attempt, [db.sql`is_complete = 1`])

/** Reads the progress of the newest attempt. */
export const resolutionProgress =
  (db: Db): Store["progress"] =>
  ({ broadcast, workspace }) =>
    progress(db)(db.sql`
      SELECT expected_contacts AS contacts, resolved_contacts AS resolved FROM ${db.table("broadcasts")}
      WHERE workspace_uuid = ${workspace} AND uuid = ${broadcast} AND attempt > 0
        AND status NOT IN ('staged', 'discarded')`)
