import { BroadcastStore } from "@rollcall/core"
import { Effect, Layer } from "effect"
import { Database } from "../kernel/Database.ts"
import { applyReceipts } from "./ApplyReceipts.ts"
import { claimRecipients } from "./ClaimRecipients.ts"
import { completeIfDone } from "./CompleteBroadcast.ts"
import { expireOverdue, lookAgain, takeDue } from "./DueBroadcasts.ts"
import { claimIdempotencyKey, findIdempotencyKey } from "./IdempotencyKeys.ts"
import { insertBroadcast } from "./InsertBroadcast.ts"
import { moveBroadcast } from "./MoveBroadcast.ts"
import { broadcastDetails, findBroadcast } from "./ReadBroadcast.ts"
import { recipientsOfBroadcast, recipientStatuses } from "./RecipientPages.ts"
import { recordOutcomes } from "./RecordOutcomes.ts"
import { takeSendSlots } from "./SendSlots.ts"
import { settleRecipients } from "./SettleRecipients.ts"
import { storeNow } from "./StoreClock.ts"
import { surrenderLeases } from "./SurrenderLeases.ts"

/** The {@link BroadcastStore} port over the tables of broadcasts: one file an operation. */
export const layer = Layer.effect(
  BroadcastStore,
  Effect.map(Database, (db) =>
    BroadcastStore.of({
      now: storeNow(db),
      insert: insertBroadcast(db),
      claimIdempotencyKey: claimIdempotencyKey(db),
      findIdempotencyKey: findIdempotencyKey(db),
      find: findBroadcast(db),
      details: broadcastDetails(db),
      recipients: recipientsOfBroadcast(db),
      statuses: recipientStatuses(db),
      move: moveBroadcast(db),
      takeDue: takeDue(db),
      lookAgain: lookAgain(db),
      expireOverdue: expireOverdue(db),
      claim: claimRecipients(db),
      recordOutcomes: recordOutcomes(db),
      surrenderLeases: surrenderLeases(db),
      settle: settleRecipients(db),
      applyReceipts: applyReceipts(db),
      completeIfDone: completeIfDone(db),
      takeSendSlots: takeSendSlots(db)
    })
  )
)
