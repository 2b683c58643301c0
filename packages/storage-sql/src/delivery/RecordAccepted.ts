import { RecipientUuid } from "@rollcall/core"
import type { DeliveryStore } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { writeCounted } from "../counts/CountedWrites.ts"
import { countedAfter, countedBefore, recipientChanges, selectedBefore } from "../counts/RecipientCounts.ts"
import { laterThanBefore } from "../database/StoreClock.ts"

const recorded = rowsOf(
  Schema.Struct({ uuid: RecipientUuid, identifier: Schema.String, clientReference: Schema.NullOr(Schema.String) })
)

/**
 * Locks the rows and records the accepted messages, with one statement each. Selects the rows only by their keys, and
 * compares the broadcast afterwards. Otherwise a planner without statistics would choose the broadcast index and read all
 * deliveries of a broadcast. For the same reason each row names its workspace: with a single workspace for all rows, the
 * planner would read all deliveries of the workspace.
 */
export const recordAccepted = (
  db: Db,
  messageDigest: DeliveryStore["Service"]["messageDigest"]
): DeliveryStore["Service"]["recordAccepted"] => {
  const { dialect, sql, table } = db
  return Effect.fnUntraced(function* ({ broadcast, workspace }, accepted) {
    const now = yield* dialect.now
    const digest = yield* messageDigest
    const given = dialect.valuesTable(
      "given",
      { workspace: "uuid", recipient: "uuid", claim: "integer", message: "text", digest: "text" },
      accepted.map(({ attempt, messageId, uuid }) => ({
        workspace,
        recipient: uuid,
        claim: attempt,
        message: messageId,
        digest: digest(messageId)
      }))
    )
    const ofGiven = sql`${given} JOIN ${table("broadcast_recipients")} ON workspace_uuid = workspace AND uuid = recipient`
    // Locks before the write, because not every engine locks rows in a subquery of a write.
    const lock = dialect.engine.writesInSubqueries
      ? db.run(sql`
        SELECT uuid FROM ${ofGiven} WHERE attempt = claim AND status = 'sending'
        ORDER BY uuid ${dialect.lockRows("update", { of: "broadcast_recipients" })}`)
      : Effect.void
    const record = recorded(db)(
      writeCounted(db, {
        given: sql`locked AS MATERIALIZED (
          SELECT uuid AS locked_uuid, workspace_uuid AS of_workspace, broadcast_uuid AS of_broadcast, message,
            ${sql.literal(selectedBefore)}
          FROM ${ofGiven}
          WHERE attempt = claim AND status = 'sending' AND identifier <> '' AND message_id IS NULL
            AND sent_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM ${table("parked_receipts")} WHERE parked_receipts.message_id = digest)
        )`,
        write: sql`UPDATE ${table("broadcast_recipients")}
        SET status = 'sent', reason = NULL, error = NULL, message_id = message, not_before = NULL, lease_until = NULL,
          sent_at = ${now}, updated_at = ${laterThanBefore(db, now)}
        FROM locked WHERE workspace_uuid = of_workspace AND uuid = locked_uuid AND of_broadcast = ${broadcast}`,
        returns: { uuid: "uuid", identifier: "identifier", clientReference: "client_reference" },
        counting: {
          returns: { ...countedAfter, ...countedBefore },
          changes: recipientChanges(db, "updated", [{ broadcast, workspace }])
        }
      })
    )
    return yield* dialect.engine.writesInSubqueries ? db.inTransaction(Effect.andThen(lock, record)) : record
  })
}
