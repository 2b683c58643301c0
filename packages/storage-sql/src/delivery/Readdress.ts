import { RecipientUuid } from "@rollcall/core"
import type { DeliveryStore } from "@rollcall/core/storage"
import { Array as Arr, Effect, Schema } from "effect"
import type { Db } from "../database/Database.ts"
import { readAs, rowsOf } from "../database/Rows.ts"
import { laterThanBefore } from "../database/StoreClock.ts"

const changed = readAs(
  rowsOf(Schema.Struct({ uuid: RecipientUuid })),
  Arr.map(({ uuid }) => uuid)
)

/** Updates the addresses of claimed deliveries in one statement. The new address becomes the identifier. */
export const readdress = (db: Db): DeliveryStore["Service"]["readdress"] => {
  const { dialect, sql, table } = db
  return Effect.fnUntraced(function* (ref, addressed) {
    if (addressed.length === 0) return []
    const now = yield* dialect.now
    const given = dialect.valuesTable(
      "given",
      { workspace: "uuid", recipient: "uuid", claim: "integer", present: "text" },
      addressed.map(({ address, attempt, uuid }) => ({
        workspace: ref.workspace,
        recipient: uuid,
        claim: attempt,
        present: address
      }))
    )
    return yield* changed(db)(
      dialect.runUnprepared(sql`
        UPDATE ${table("broadcast_recipients")}
        SET identifier = present, address = NULL, updated_at = ${laterThanBefore(db, now)}
        FROM ${given}
        WHERE workspace_uuid = workspace AND uuid = recipient AND broadcast_uuid = ${ref.broadcast}
          AND attempt = claim AND status = 'claimed' AND identifier <> '' AND identifier <> present
        RETURNING uuid`)
    )
  })
}
