import { RecipientUuid } from "@rollcall/core"
import type { DeliveryStore } from "@rollcall/core/storage"
import { Array as Arr, Duration, Effect, Schema } from "effect"
import type { Db } from "../database/Database.ts"
import { readAs, rowsOf } from "../database/Rows.ts"
import { laterThanBefore } from "../database/StoreClock.ts"
import { whileSending } from "./ClaimDeliveries.ts"

const begun = readAs(
  rowsOf(Schema.Struct({ uuid: RecipientUuid })),
  Arr.map(({ uuid }) => uuid)
)

/**
 * Marks deliveries as `sending` in one statement. Selects them only by their keys, as `recordAccepted` does. Skips
 * deliveries locked by another transaction, because this transaction may already hold the locks of earlier outcomes.
 */
export const beginSends = (db: Db): DeliveryStore["Service"]["beginSends"] => {
  const { dialect, sql, table } = db
  return Effect.fnUntraced(function* (ref, attempts, lease) {
    if (attempts.length === 0) return []
    const now = yield* dialect.now
    const given = dialect.valuesTable(
      "given",
      { workspace: "uuid", recipient: "uuid", claim: "integer" },
      attempts.map(({ attempt, uuid }) => ({ workspace: ref.workspace, recipient: uuid, claim: attempt }))
    )
    return yield* begun(db)(sql`
      WITH chosen AS MATERIALIZED (
        SELECT uuid AS chosen_uuid, workspace_uuid AS of_workspace, broadcast_uuid AS of_broadcast
        FROM ${given} JOIN ${table("broadcast_recipients")} ON workspace_uuid = workspace AND uuid = recipient
        WHERE attempt = claim AND status = 'claimed' AND lease_until > ${now}
        ${dialect.lockRows("update", { of: "broadcast_recipients", skipLocked: true })}
      )
      UPDATE ${table("broadcast_recipients")}
      SET status = 'sending', lease_until = ${now} + ${Duration.toMillis(lease)},
        updated_at = ${laterThanBefore(db, now)}
      FROM chosen
      WHERE workspace_uuid = of_workspace AND uuid = chosen_uuid AND of_broadcast = ${ref.broadcast}
        AND EXISTS (${whileSending(db, ref, now)})
      RETURNING uuid`)
  })
}
