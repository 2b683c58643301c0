import { type Broadcast, StorageError } from "@rollcall/core"
import { type BroadcastRef, type BroadcastStore, type StoredRecipient, summaryOf } from "@rollcall/core/storage"
import { Duration, Effect, Option, Schema } from "effect"
import { writeCounted } from "../counts/CountedWrites.ts"
import { countedAfter, recipientChanges } from "../counts/RecipientCounts.ts"
import type { Db } from "../database/Database.ts"
import { hasRow, rowCount, rowsOf } from "../database/Rows.ts"
import { broadcastRecord } from "./BroadcastRow.ts"
import { isAbandoned, never } from "./DueBroadcasts.ts"
import { takeIdempotencyKey } from "./IdempotencyKeys.ts"

type Store = BroadcastStore["Service"]

const removing = rowsOf(Schema.Struct({ status: Schema.String }))

/** Number of recipients removed by one step of {@link discardBroadcast}. */
const removalChunkSize = 2_000

export const conflict = (message: string) => new StorageError({ reason: "Conflict", cause: new Error(message) })

/**
 * Stores a staged broadcast and adds recipients to it. Its row has the status `staged`. The status `discarded` means that
 * its removal has begun: it accepts no recipients and cannot be published. Only the store uses these two statuses.
 */
export const stageBroadcast = (db: Db): Store["stage"] => {
  const { dialect, inTransaction, sql, table } = db
  return (broadcast, recipients, abandonedAfter) => {
    const accepted = recipients.filter(({ outcome }) => outcome._tag === "Accepted").length
    const record = { ...broadcastRecord(broadcast), is_complete: 0, status: "staged", recipients: accepted }
    return inTransaction(
      Effect.gen(function* () {
        const now = yield* dialect.now
        const values = Object.values(record).map((value) => sql`${value}`)
        const isWritten = yield* hasRow(db)(sql`
          INSERT INTO ${table("broadcasts")} AS stored (${sql.csv(Object.keys(record))}, look_at)
          VALUES (${sql.csv(values)}, ${now} + ${Duration.toMillis(abandonedAfter)})
          ON CONFLICT (workspace_uuid, uuid) DO UPDATE SET
            recipients = stored.recipients + excluded.recipients, look_at = excluded.look_at
          WHERE stored.status = 'staged'
          RETURNING uuid`)
        if (!isWritten) return yield* conflict("The broadcast is not staged")
        if (recipients.length > 0) yield* insertRecipients(db, refOf(broadcast), recipients)
      })
    )
  }
}

/** Returns the columns of a new recipient. The parameters are a JSON string, decoded by the schema of `DeliveryRow`. */
const newRow = ({ address, clientReference, contact, identifier, outcome, position, uuid }: StoredRecipient) => ({
  uuid,
  position,
  identifier,
  client_reference: clientReference,
  /** The address of the identifier. */
  written_for: address,
  status: outcome._tag === "Accepted" ? "pending" : "rejected",
  ...(outcome._tag === "Accepted" ? { reason: null, error: null } : summaryOf(outcome.problems)),
  problems: outcome._tag === "Rejected" && outcome.problems.length > 1 ? JSON.stringify(outcome.problems) : null,
  parameters: outcome._tag === "Accepted" ? JSON.stringify(outcome.parameters) : null,
  of_contact: contact ?? null,
  is_tied: contact === undefined ? 0 : 1
})

/** Returns a SELECT of the first contact by uuid with the recipient's address. The address indexes have this order. */
const contactOf = ({ dialect, sql, table }: Db) => {
  const first = (column: string) => sql`
    SELECT * FROM (
      SELECT uuid FROM ${table("contacts")}
      WHERE workspace_uuid = broadcasts.workspace_uuid AND ${dialect.matches(column, sql`given.written_for`, "contacts")}
      ORDER BY uuid LIMIT 1
    ) AS ${sql(column)}`
  return sql`
    SELECT uuid FROM (${first("chatapp_id_key")} UNION ALL ${first("phone_number_key")}) AS holder
    ORDER BY uuid LIMIT 1`
}

const refOf = ({ uuid, workspaceUuid }: Broadcast): BroadcastRef => ({ workspace: workspaceUuid, broadcast: uuid })

/** Adds recipients to a broadcast and links each to its contact. If the contact is given, no lookup is needed. */
export const insertRecipients = Effect.fnUntraced(function* (
  db: Db,
  { broadcast, workspace }: BroadcastRef,
  recipients: ReadonlyArray<StoredRecipient>
) {
  const { dialect, sql, table } = db
  const now = yield* dialect.now
  const given = dialect.valuesTable(
    "given",
    {
      uuid: "uuid",
      position: "integer",
      identifier: "text",
      client_reference: "text",
      written_for: "text",
      status: "text",
      reason: "text",
      error: "text",
      problems: "text",
      parameters: "text",
      of_contact: "uuid",
      is_tied: "integer"
    },
    recipients.map(newRow)
  )
  const write = sql`
    INSERT INTO ${table("broadcast_recipients")} (
      workspace_uuid, broadcast_uuid, uuid, position, identifier, client_reference, status, reason, error, problems,
      parameters, attempt, retries, updated_at, address, contact_uuid
    )
    SELECT
      workspace_uuid, broadcasts.uuid, given.uuid, position, identifier, client_reference, given.status, reason, error,
      problems, parameters, 0, 0, ${now}, CASE WHEN written_for <> identifier THEN written_for END,
      CASE WHEN is_tied = 1 THEN of_contact ELSE (${contactOf(db)}) END
    FROM ${table("broadcasts")} CROSS JOIN ${given}
    WHERE workspace_uuid = ${workspace} AND broadcasts.uuid = ${broadcast}`
  const counting = { returns: countedAfter, changes: recipientChanges(db, "inserted", [{ broadcast, workspace }]) }
  yield* db.run(writeCounted(db, { write, returns: {}, counting }))
})

/** Publishes a staged broadcast. Call it inside a transaction; a `Conflict` rolls that transaction back. */
export const publishBroadcast = (db: Db): Store["publish"] => {
  const { sql, table } = db
  return Effect.fnUntraced(function* ({ broadcast, workspace }, idempotency) {
    if (idempotency !== null) {
      const existing = yield* takeIdempotencyKey(db, workspace, idempotency.key, idempotency.record)
      if (Option.isSome(existing)) return existing
    }
    const isWritten = yield* hasRow(db)(sql`
      UPDATE ${table("broadcasts")} SET status = 'scheduled', is_complete = 1,
        look_at = CASE WHEN valid_until < scheduled_at THEN valid_until ELSE scheduled_at END
      WHERE workspace_uuid = ${workspace} AND uuid = ${broadcast} AND status = 'staged'
      RETURNING uuid`)
    return isWritten ? Option.none() : yield* conflict("The broadcast is not staged any more")
  })
}

/** Removes the first recipients of a broadcast, and returns whether none are left. */
export const removeRecipients = (db: Db, { broadcast, workspace }: BroadcastRef) => {
  const { sql, table } = db
  const removed = rowCount(db)(
    writeCounted(db, {
      write: sql`DELETE FROM ${table("broadcast_recipients")} WHERE (workspace_uuid, uuid) IN (
        SELECT workspace_uuid, uuid FROM ${table("broadcast_recipients")}
        WHERE workspace_uuid = ${workspace} AND broadcast_uuid = ${broadcast}
        ORDER BY position LIMIT ${removalChunkSize}
      )`,
      returns: { uuid: "uuid" },
      counting: { returns: countedAfter, changes: recipientChanges(db, "deleted", [{ broadcast, workspace }]) }
    })
  )
  return Effect.map(removed, (count) => count < removalChunkSize)
}

/**
 * Removes recipients in steps, after locking the broadcast's row. A staged broadcast is removed with its last recipients. A
 * broadcast that ended before it was complete is kept and not checked again.
 */
export const discardBroadcast = (db: Db): Store["discard"] => {
  const { run, sql, table, transaction } = db
  return ({ broadcast, workspace }) => {
    const broadcastItself = sql`workspace_uuid = ${workspace} AND uuid = ${broadcast}`
    return transaction(
      Effect.gen(function* () {
        const [locked] = yield* removing(db)(sql`
          UPDATE ${table("broadcasts")} SET status = CASE WHEN status = 'staged' THEN 'discarded' ELSE status END
          WHERE ${broadcastItself} AND ${isAbandoned(db)}
          RETURNING status`)
        if (locked === undefined) return true
        if (!(yield* removeRecipients(db, { broadcast, workspace }))) return false
        if (locked.status !== "discarded") {
          yield* run(sql`UPDATE ${table("broadcasts")} SET recipients = 0, look_at = ${never} WHERE ${broadcastItself}`)
          return true
        }
        const ofBroadcast = sql`workspace_uuid = ${workspace} AND broadcast_uuid = ${broadcast}`
        yield* run(sql`DELETE FROM ${table("recipient_counts")} WHERE ${ofBroadcast}`)
        yield* run(sql`DELETE FROM ${table("recipient_reasons")} WHERE ${ofBroadcast}`)
        yield* run(sql`DELETE FROM ${table("broadcasts")} WHERE ${broadcastItself}`)
        return true
      })
    )
  }
}
