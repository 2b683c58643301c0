import { BroadcastStore } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { Database } from "../database/Database.ts"
import { claimDue } from "./ClaimBroadcasts.ts"
import { storeNow } from "../database/StoreClock.ts"
import { claimAbandoned, decideOptOuts, shortenChecks, updateBroadcast } from "./DueBroadcasts.ts"
import { findIdempotencyKey, pruneIdempotencyKeys } from "./IdempotencyKeys.ts"
import { marketingSends } from "./MarketingSends.ts"
import { findBroadcast, listBroadcasts, readChannelTypes, refusedRecipients } from "./ReadBroadcast.ts"
import { countParts, pruneParts } from "../shared/PruneParts.ts"
import { rejectUnsent } from "./RejectUnsent.ts"
import {
  claimUnresolved,
  completeBroadcast,
  discardRecipients,
  expectContacts,
  extendBroadcast,
  openBroadcast,
  resolutionProgress
} from "./Resolutions.ts"
import { replaceAudience, searchedAudiences } from "./SearchedAudiences.ts"
import { discardBroadcast, publishBroadcast, stageBroadcast } from "./StageBroadcast.ts"

/** Marks the removal first, so that removing recipients leaves the broadcast's counters unchanged. */
const recipients = {
  table: "broadcasts",
  parts: "broadcast_recipients",
  of: "broadcast_uuid",
  place: "position",
  begun: "recipients_removed_at"
} as const

export const layer = Layer.effect(
  BroadcastStore,
  Effect.map(Database, (db) =>
    BroadcastStore.of({
      now: storeNow(db),
      stage: stageBroadcast(db),
      publish: publishBroadcast(db),
      discard: discardBroadcast(db),
      open: openBroadcast(db),
      claimUnresolved: claimUnresolved(db),
      discardRecipients: discardRecipients(db),
      expectContacts: expectContacts(db),
      extend: extendBroadcast(db),
      complete: completeBroadcast(db),
      progress: resolutionProgress(db),
      refused: refusedRecipients(db),
      marketingSends: marketingSends(db),
      findIdempotencyKey: findIdempotencyKey(db),
      pruneIdempotencyKeys: pruneIdempotencyKeys(db),
      pruneRecipients: pruneParts(db, recipients),
      prunableRecipients: countParts(db, recipients),
      find: findBroadcast(db),
      channelTypes: readChannelTypes(db),
      list: listBroadcasts(db),
      update: updateBroadcast(db),
      searchedAudiences: searchedAudiences(db),
      replaceAudience: replaceAudience(db),
      decideOptOuts: decideOptOuts(db),
      rejectUnsent: rejectUnsent(db),
      claimDue: claimDue(db),
      claimAbandoned: claimAbandoned(db),
      shortenChecks: shortenChecks(db)
    })
  )
)
