import type { Broadcast, BroadcastStore, NewRecipient } from "@rollcall/core"
import { Effect } from "effect"
import type { Db } from "../kernel/Database.ts"
import { broadcastRecord } from "./BroadcastRow.ts"

/** How many recipients go into one statement. Other fibers have their turn between two. */
const chunkSize = 500

/** While the database takes one chunk in, the next is made ready. */
const atOnce = 2

/** Adds a broadcast and all its recipients in one transaction (B9). Somebody looks at it when it is due. */
export const insertBroadcast = (db: Db): BroadcastStore["Service"]["insert"] =>
  Effect.fn("BroadcastStore.insert")((broadcast, recipients) => {
    const { sql } = db
    const record = broadcastRecord(broadcast)
    const accepted = recipients.filter(({ outcome }) => outcome._tag === "Accepted").length
    return db.transaction(
      Effect.gen(function* () {
        yield* db.attempt(
          sql`INSERT INTO broadcasts ${sql.insert({ ...record, recipients: accepted, look_at: record.scheduled_at })}`
        )
        const starts = Array.from({ length: Math.ceil(recipients.length / chunkSize) }, (_, index) => index * chunkSize)
        yield* Effect.forEach(
          starts,
          (from) => Effect.andThen(Effect.yieldNow, insertChunk(db, broadcast, recipients, from)),
          { concurrency: atOnce, discard: true }
        )
      })
    )
  })

/** The frozen parameters are JSON text: what is written here is read back by its schema. */
const newRow = ({ clientReference, identifier, outcome, uuid }: NewRecipient, position: number) => ({
  uuid,
  position,
  identifier,
  client_reference: clientReference,
  status: outcome._tag === "Accepted" ? "pending" : "rejected",
  error: outcome._tag === "Accepted" ? null : outcome.error,
  parameters: outcome._tag === "Accepted" ? JSON.stringify(outcome.parameters) : null
})

/** Adds the chunk of the recipients that begins there. */
const insertChunk = Effect.fnUntraced(function* (
  db: Db,
  broadcast: Broadcast,
  recipients: ReadonlyArray<NewRecipient>,
  from: number
) {
  const { dialect, sql } = db
  const now = yield* dialect.now
  const given = dialect.unpack(
    "given",
    {
      uuid: "uuid",
      position: "integer",
      identifier: "text",
      client_reference: "text",
      status: "text",
      error: "text",
      parameters: "text"
    },
    recipients.slice(from, from + chunkSize).map((recipient, index) => newRow(recipient, from + index + 1))
  )
  yield* db.attempt(sql`
    INSERT INTO broadcast_recipients (
      workspace_uuid, broadcast_uuid, uuid, position, identifier, client_reference, status, error, parameters,
      attempt, retries, updated_at
    )
    SELECT
      workspace_uuid, broadcasts.uuid, given.uuid, position, identifier, client_reference, given.status, error,
      parameters, 0, 0, ${now}
    FROM broadcasts CROSS JOIN ${given}
    WHERE workspace_uuid = ${broadcast.workspaceUuid} AND broadcasts.uuid = ${broadcast.uuid}`)
})
