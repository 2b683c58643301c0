import {
  type BroadcastRef,
  BroadcastStatus,
  type BroadcastStore,
  BroadcastUuid,
  Ledger,
  WorkspaceUuid
} from "@rollcall/core"
import { Effect, Schema } from "effect"
import type { Db } from "../kernel/Database.ts"
import { rowsOf } from "../kernel/Rows.ts"
import { belongsTo } from "./AccountRow.ts"
import { accountsByUuid } from "./Accounts.ts"
import { shareBroadcastsAndReceipts } from "./BroadcastLocks.ts"
import { workAtDesk } from "./DeskWork.ts"

const statuses = rowsOf(Schema.Struct({ workspace: WorkspaceUuid, broadcast: BroadcastUuid, status: BroadcastStatus }))

/** Shares the broadcasts: a recipient must not become pending once its broadcast is over. */
export const settleRecipients = (db: Db): BroadcastStore["Service"]["settle"] =>
  Effect.fn("BroadcastStore.settle")((settlements, overError) => {
    const messageIds = settlements.flatMap(({ record }) => (record._tag === "Taken" ? [record.messageId] : []))
    const settle = Effect.gen(function* () {
      const refs = settlements.map(({ ref }) => ref)
      yield* shareBroadcastsAndReceipts(db, refs)
      const statusOf = yield* statusesOf(db, refs)
      const accounts = yield* accountsByUuid(
        db,
        settlements.map(({ uuid }) => uuid)
      )
      const found = new Map(accounts.map((account) => [account.uuid, account]))
      yield* workAtDesk(db, { accounts, messageIds }, ({ get, put }, now) => {
        for (const settlement of settlements) {
          const account = found.get(settlement.uuid)
          const row = get(settlement.uuid)
          const status = statusOf.get(keyOf(settlement.ref))
          if (account === undefined || !belongsTo(settlement.ref)(account)) continue
          if (row === undefined || status === undefined) continue
          put(Ledger.settle(row, settlement, status, now, overError))
        }
      })
    })
    return settlements.length === 0 ? Effect.void : db.transaction(settle)
  })

const statusesOf = Effect.fnUntraced(function* (db: Db, refs: ReadonlyArray<BroadcastRef>) {
  const { dialect, sql } = db
  const given = dialect.unpack("given", { workspace: "uuid", broadcast: "uuid" }, refs)
  const rows = yield* statuses(
    db,
    sql`
      SELECT workspace_uuid AS workspace, uuid AS broadcast, status FROM broadcasts
      WHERE (workspace_uuid, uuid) IN (SELECT workspace, broadcast FROM ${given})`
  )
  return new Map(rows.map((row) => [keyOf(row), row.status]))
})

const keyOf = ({ broadcast, workspace }: BroadcastRef): string => `${workspace} ${broadcast}`
