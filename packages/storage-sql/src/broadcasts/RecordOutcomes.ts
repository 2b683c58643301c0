import { type BroadcastStore, Ledger } from "@rollcall/core"
import { Effect, Option } from "effect"
import type { Db } from "../kernel/Database.ts"
import { belongsTo } from "./AccountRow.ts"
import { accountsByUuid } from "./Accounts.ts"
import { affectContacts } from "./AffectContacts.ts"
import { shareBroadcastsAndReceipts } from "./BroadcastLocks.ts"
import { workAtDesk } from "./DeskWork.ts"
import { selectBroadcast } from "./ReadBroadcast.ts"
import { recordTaken } from "./RecordTaken.ts"

/**
 * Shares the broadcast: a retry must not become pending once the broadcast is over. Messages that were taken are
 * recorded by one statement, and whatever else there is by the ledger.
 */
export const recordOutcomes = (db: Db): BroadcastStore["Service"]["recordOutcomes"] =>
  Effect.fn("BroadcastStore.recordOutcomes")((ref, outcomes, overError) => {
    const record = Effect.gen(function* () {
      yield* shareBroadcastsAndReceipts(db, [ref])
      const recorded = yield* recordTaken(db, ref, outcomes)
      const rest = outcomes.filter(({ uuid }) => !recorded.has(uuid))
      if (rest.length === 0) {
        return yield* affectContacts(
          db,
          outcomes.flatMap(({ uuid }) => recorded.get(uuid) ?? [])
        )
      }
      const found = yield* selectBroadcast(db, ref.workspace, ref.broadcast)
      if (Option.isNone(found)) return
      const { status } = found.value
      const named = yield* accountsByUuid(
        db,
        rest.map(({ uuid }) => uuid)
      )
      const laid = {
        accounts: named.filter(belongsTo(ref)),
        messageIds: rest.flatMap((outcome) => (outcome._tag === "Taken" ? [outcome.messageId] : []))
      }
      yield* workAtDesk(db, laid, ({ affect, get, put }, now) => {
        for (const outcome of outcomes) {
          const effect = recorded.get(outcome.uuid)
          const row = get(outcome.uuid)
          if (row !== undefined) put(Ledger.applyOutcome(row, outcome, status, now, overError))
          else if (effect) affect(effect)
        }
      })
    })
    return outcomes.length === 0 ? Effect.void : db.transaction(record)
  })
