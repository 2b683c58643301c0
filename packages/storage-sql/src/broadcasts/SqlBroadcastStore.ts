import { BroadcastStore } from "@rollcall/core/storage"

import { storeLayer } from "../database/Database.ts"
import { claimDue } from "./ClaimBroadcasts.ts"
import { storeNow } from "../database/StoreClock.ts"
import { claimAbandoned, decideOptOuts, updateBroadcast } from "./DueBroadcasts.ts"
import { findIdempotencyKey, pruneIdempotencyKeys } from "./IdempotencyKeys.ts"
import { marketingSends } from "./MarketingSends.ts"
import { findBroadcast, listBroadcasts, readChannelTypes, refusedRecipients } from "./ReadBroadcast.ts"
import { shortenWaits } from "../shared/DueRows.ts"
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

export const layer = storeLayer(BroadcastStore, (db) => ({
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
  shortenChecks: shortenWaits(db, { from: "broadcasts", dueAt: "look_at", where: db.sql`status = 'sending'` })
}))
