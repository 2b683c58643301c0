import { type BroadcastStore, Ledger } from "@rollcall/core"
import { Effect, Option } from "effect"
import type { Db } from "../kernel/Database.ts"
import { belongsTo } from "./AccountRow.ts"
import { accountsByUuid } from "./Accounts.ts"
import { shareBroadcastsAndReceipts } from "./BroadcastLocks.ts"
import { workAtDesk } from "./DeskWork.ts"
import { selectBroadcast } from "./ReadBroadcast.ts"

/** Shares the broadcast: a retry must not become pending once the broadcast is over. */
export const recordOutcomes = (db: Db): BroadcastStore["Service"]["recordOutcomes"] =>
  Effect.fn("BroadcastStore.recordOutcomes")((ref, outcomes, overError) => {
    const messageIds = outcomes.flatMap((outcome) => (outcome._tag === "Taken" ? [outcome.messageId] : []))
    const record = Effect.gen(function* () {
      yield* shareBroadcastsAndReceipts(db, [ref])
      const found = yield* selectBroadcast(db, ref.workspace, ref.broadcast)
      if (Option.isNone(found)) return
      const { status } = found.value
      const named = yield* accountsByUuid(
        db,
        outcomes.map(({ uuid }) => uuid)
      )
      const accounts = named.filter(belongsTo(ref))
      yield* workAtDesk(db, { accounts, messageIds }, ({ get, put }, now) => {
        for (const outcome of outcomes) {
          const row = get(outcome.uuid)
          if (row !== undefined) put(Ledger.applyOutcome(row, outcome, status, now, overError))
        }
      })
    })
    return outcomes.length === 0 ? Effect.void : db.transaction(record)
  })
