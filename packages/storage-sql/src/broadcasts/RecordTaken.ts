import {
  addressedEffect,
  type BroadcastRef,
  type ContactEffect,
  type HandOverOutcome,
  RecipientUuid
} from "@rollcall/core"
import { Effect, Schema } from "effect"
import type { Db } from "../kernel/Database.ts"
import { rowsOf } from "../kernel/Rows.ts"
import { laterThanBefore } from "./StoreClock.ts"

const sent = rowsOf(
  Schema.Struct({
    uuid: RecipientUuid,
    identifier: Schema.String,
    clientReference: Schema.NullOr(Schema.String)
  }).pipe(Schema.encodeKeys({ clientReference: "client_reference" }))
)

/**
 * Writes down with one statement what nearly all outcomes say: that the channel took the message of a claim that is still
 * the latest, of which nothing else is known. It agrees with the ledger's `applyOutcome`, and gives whom it was true of,
 * with what that means for contacts. All others are left as they are, and so are those for whom a receipt is parked.
 *
 * It looks for the uuids and for nothing else. A database that knows too little of a table would rather read a whole
 * broadcast, if the statement named it there.
 */
export const recordTaken = Effect.fnUntraced(function* (
  db: Db,
  { broadcast, workspace }: BroadcastRef,
  outcomes: ReadonlyArray<HandOverOutcome>
) {
  const told = takenOnce(outcomes)
  if (told.length === 0) return new Map<RecipientUuid, ContactEffect | null>()
  const { dialect, sql } = db
  const now = yield* dialect.now
  const given = dialect.unpack("given", { recipient: "uuid", claim: "integer", message: "text" }, told)
  const rows = yield* sent(
    db,
    sql`
      WITH locked AS MATERIALIZED (
        SELECT uuid AS locked_uuid, workspace_uuid AS of_workspace, broadcast_uuid AS of_broadcast, message
        FROM ${given} JOIN broadcast_recipients ON uuid = recipient
        WHERE attempt = claim AND status = 'sending' AND message_id IS NULL AND sent_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM parked_receipts WHERE parked_receipts.message_id = message)
        ORDER BY uuid ${dialect.forUpdateOf("broadcast_recipients")}
      )
      UPDATE broadcast_recipients
      SET status = 'sent', error = NULL, message_id = message, not_before = NULL, lease_until = NULL,
        sent_at = ${now}, updated_at = ${laterThanBefore(db, now)}
      FROM locked WHERE uuid = locked_uuid AND of_workspace = ${workspace} AND of_broadcast = ${broadcast}
      RETURNING uuid, identifier, client_reference`
  )
  return new Map(rows.map((row) => [row.uuid, addressedEffect(workspace, row)]))
})

/** The hand-overs that were taken, of recipients that no other outcome is about. */
const takenOnce = (outcomes: ReadonlyArray<HandOverOutcome>) => {
  const perRecipient = Map.groupBy(outcomes, ({ uuid }) => uuid)
  return outcomes.flatMap((outcome) =>
    outcome._tag === "Taken" && perRecipient.get(outcome.uuid)?.length === 1
      ? [{ recipient: outcome.uuid, claim: outcome.attempt, message: outcome.messageId }]
      : []
  )
}
