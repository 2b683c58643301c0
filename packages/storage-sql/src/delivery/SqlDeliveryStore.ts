import { DeliveryStore } from "@rollcall/core/storage"

import { storeLayer } from "../database/Database.ts"
import { beginSends } from "./BeginSends.ts"
import { claimDeliveries } from "./ClaimDeliveries.ts"
import { expireLeases, shortenLeases, wakeDeliveries } from "./ExpireLeases.ts"
import { lockDeliveries, saveDeliveries, unsentTo } from "./LockDeliveries.ts"
import { giveBack, sharedBroadcasts } from "./MergedDeliveries.ts"
import { messageDigest } from "./MessageDigests.ts"
import { addresseesOf, messagesBefore, ofPerson, tieDeliveries } from "./PersonDeliveries.ts"
import { counters, outcomes, overTime, recipients } from "./ReadDeliveries.ts"
import { readdress } from "./Readdress.ts"
import { recordAccepted } from "./RecordAccepted.ts"
import { endHold, holdPermits, takePermits } from "./TakePermits.ts"
import { keepUnmatched, pruneUnmatched, removeUnmatched, unmatchedReceipts } from "./UnmatchedReceipts.ts"
import { keepWriters, otherAddresses, writersOf } from "./Writers.ts"

export const layer = storeLayer(DeliveryStore, (db) => {
  const digest = messageDigest(db)
  return {
    lock: lockDeliveries(db),
    save: saveDeliveries(db),
    ofPerson: ofPerson(db),
    messagesBefore: messagesBefore(db),
    writersOf: writersOf(db),
    tie: tieDeliveries(db),
    giveBack: giveBack(db),
    sharedBroadcasts: sharedBroadcasts(db),
    unsentTo: unsentTo(db),
    messageDigest: digest,
    unmatched: unmatchedReceipts(db),
    keepUnmatched: keepUnmatched(db),
    removeUnmatched: removeUnmatched(db),
    pruneUnmatched: pruneUnmatched(db),
    claim: claimDeliveries(db),
    beginSends: beginSends(db),
    addressees: addresseesOf(db),
    readdress: readdress(db),
    recordAccepted: recordAccepted(db, digest),
    keepWriters: keepWriters(db),
    otherAddresses: otherAddresses(db),
    expireLeases: expireLeases(db),
    shortenLeases: shortenLeases(db),
    takePermits: takePermits(db),
    holdPermits: holdPermits(db),
    endHold: endHold(db),
    wake: wakeDeliveries(db),
    counters: counters(db),
    outcomes: outcomes(db),
    overTime: overTime(db),
    recipients: recipients(db)
  }
})
