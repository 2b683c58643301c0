import { type Broadcast, StorageError } from "@rollcall/core"
import { type BroadcastStore, type StoredRecipient, summaryOf } from "@rollcall/core/storage"
import { Duration, Effect, Option, Schema } from "effect"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { broadcastRecord } from "./BroadcastRow.ts"
import { takeIdempotencyKey } from "./IdempotencyKeys.ts"

type Store = BroadcastStore["Service"]

const named = rowsOf(Schema.Struct({ uuid: Schema.String }))

/** The number of recipients that one step of {@link discardBroadcast} removes. */
const removalChunkSize = 2_000

const conflict = (message: string) => new StorageError({ reason: "Conflict", cause: new Error(message) })

/**
 * Stores a staged broadcast and adds recipients to it. Its row has the status `staged`. `discarded` means that its
 * removal has begun: no recipient can be added, and it cannot be published. Only the store uses these two statuses.
 */
export const stageBroadcast = (db: Db): Store["stage"] => {
  const { dialect, inTransaction, sql, table } = db
  return (broadcast, recipients, abandonedAfter) => {
    const accepted = recipients.filter(({ outcome }) => outcome._tag === "Accepted").length
    const record = { ...broadcastRecord(broadcast), status: "staged", recipients: accepted }
    return inTransaction(
      Effect.gen(function* () {
        const now = yield* dialect.now
        const values = Object.values(record).map((value) => sql`${value}`)
        const rows = yield* named(
          db,
          sql`
            INSERT INTO ${table("broadcasts")} AS stored (${sql.csv(Object.keys(record))}, look_at)
            VALUES (${sql.csv(values)}, ${now} + ${Duration.toMillis(abandonedAfter)})
            ON CONFLICT (workspace_uuid, uuid) DO UPDATE SET
              recipients = stored.recipients + excluded.recipients, look_at = excluded.look_at
            WHERE stored.status = 'staged'
            RETURNING uuid`
        )
        if (rows.length === 0) return yield* conflict("The broadcast is not staged")
        if (recipients.length > 0) yield* insertRecipients(db, broadcast, recipients)
      })
    )
  }
}

/** The columns of a new recipient. The parameters are JSON text, which the schema of `DeliveryRow` decodes. */
const newRow = ({ address, clientReference, identifier, outcome, position, uuid }: StoredRecipient) => ({
  uuid,
  position,
  identifier,
  client_reference: clientReference,
  /** The address that the identifier is written for. */
  written_for: address,
  status: outcome._tag === "Accepted" ? "pending" : "rejected",
  ...(outcome._tag === "Accepted" ? { reason: null, error: null } : summaryOf(outcome.problems)),
  problems: outcome._tag === "Rejected" && outcome.problems.length > 1 ? JSON.stringify(outcome.problems) : null,
  parameters: outcome._tag === "Accepted" ? JSON.stringify(outcome.parameters) : null
})

/**
 * Selects the first contact by uuid that has the address of a recipient. Each index of addresses has its contacts in
 * this order.
 */
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

const insertRecipients = Effect.fnUntraced(function* (
  db: Db,
  { uuid, workspaceUuid }: Broadcast,
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
      parameters: "text"
    },
    recipients.map(newRow)
  )
  yield* db.mapErrors(sql`
    INSERT INTO ${table("broadcast_recipients")} (
      workspace_uuid, broadcast_uuid, uuid, position, identifier, client_reference, status, reason, error, problems,
      parameters, attempt, retries, updated_at, address, contact_uuid
    )
    SELECT
      workspace_uuid, broadcasts.uuid, given.uuid, position, identifier, client_reference, given.status, reason, error,
      problems, parameters, 0, 0, ${now}, CASE WHEN written_for <> identifier THEN written_for END, (${contactOf(db)})
    FROM ${table("broadcasts")} CROSS JOIN ${given}
    WHERE workspace_uuid = ${workspaceUuid} AND broadcasts.uuid = ${uuid}`)
})

/** Publishes a staged broadcast. Called inside a transaction, which a `Conflict` rolls back. */
export const publishBroadcast = (db: Db): Store["publish"] => {
  const { sql, table } = db
  return Effect.fnUntraced(function* ({ broadcast, workspace }, idempotency) {
    if (idempotency !== null) {
      const existing = yield* takeIdempotencyKey(db, workspace, idempotency.key, idempotency.record)
      if (Option.isSome(existing)) return existing
    }
    const rows = yield* named(
      db,
      sql`
        UPDATE ${table("broadcasts")} SET status = 'scheduled',
          look_at = CASE WHEN valid_until < scheduled_at THEN valid_until ELSE scheduled_at END
        WHERE workspace_uuid = ${workspace} AND uuid = ${broadcast} AND status = 'staged'
        RETURNING uuid`
    )
    return rows.length > 0 ? Option.none() : yield* conflict("The broadcast is not staged any more")
  })
}

/** Locks the row of the broadcast before its recipients, and removes it with the last of them. */
export const discardBroadcast = (db: Db): Store["discard"] => {
  const { mapErrors, sql, table, transaction } = db
  return ({ broadcast, workspace }) => {
    const ofBroadcast = sql`workspace_uuid = ${workspace} AND broadcast_uuid = ${broadcast}`
    const broadcastItself = sql`workspace_uuid = ${workspace} AND uuid = ${broadcast}`
    return transaction(
      Effect.gen(function* () {
        const locked = yield* named(
          db,
          sql`
            UPDATE ${table("broadcasts")} SET status = 'discarded'
            WHERE ${broadcastItself} AND status IN ('staged', 'discarded')
            RETURNING uuid`
        )
        if (locked.length === 0) return true
        const removed = yield* named(
          db,
          sql`
            DELETE FROM ${table("broadcast_recipients")} WHERE uuid IN (
              SELECT uuid FROM ${table("broadcast_recipients")}
              WHERE ${ofBroadcast} ORDER BY position LIMIT ${removalChunkSize}
            )
            RETURNING uuid`
        )
        if (removed.length === removalChunkSize) return false
        yield* mapErrors(sql`DELETE FROM ${table("recipient_counts")} WHERE ${ofBroadcast}`)
        yield* mapErrors(sql`DELETE FROM ${table("broadcasts")} WHERE ${broadcastItself}`)
        return true
      })
    )
  }
}
