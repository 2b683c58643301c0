import { endHold, fullLevel, takePermits } from "@rollcall/core/sending"
import { DeliveryStore, holdPermits } from "@rollcall/core/storage"
import { Effect } from "effect"
import { storeLayer } from "../database/Database.ts"
import { beginSends, claimDeliveries, readdress, recordAccepted, wakeDeliveries } from "./ClaimDeliveries.ts"
import { lockDeliveries, putDelivery, unsentTo } from "./DeliveryRows.ts"
import { expireLeases, shortenLeases } from "./ExpireLeases.ts"
import { makeDigest } from "./MessageDigests.ts"
import {
  addresseesOf,
  giveBack,
  messagesBefore,
  ofPerson,
  sharedBroadcasts,
  tieDeliveries
} from "./PersonDeliveries.ts"
import { outcomes, overTime, recipients } from "./ReadDeliveries.ts"
import { keepUnmatched, pruneUnmatched, removeUnmatched, unmatchedReceipts } from "./UnmatchedReceipts.ts"
import { keepWriters, otherAddresses, writersOf } from "./Writers.ts"

export const layer = storeLayer(DeliveryStore, ({ read, write }) => {
  const digest = makeDigest()
  return {
    lock: (selector) => read((tables) => lockDeliveries(tables, selector)),
    save: (deliveries) => write((tables) => deliveries.forEach((row) => putDelivery(tables, row))),
    ofPerson: (person, limit) => read((tables) => ofPerson(tables, person, limit)),
    messagesBefore: (person, place, limit) => read((tables) => messagesBefore(tables, person, place, limit)),
    writersOf: (deliveries) => read((tables) => writersOf(tables, deliveries)),
    tie: (deliveries, contact) => write((tables) => tieDeliveries(tables, deliveries, contact)),
    giveBack: (workspace, options) => write((tables) => giveBack(tables, workspace, options)),
    sharedBroadcasts: (workspace, contacts) => read((tables) => sharedBroadcasts(tables, workspace, contacts)),
    unsentTo: (workspace, addresses) => read((tables) => unsentTo(tables, workspace, addresses)),
    messageDigest: Effect.succeed(digest),
    unmatched: (digests) => read((tables) => unmatchedReceipts(tables, digests)),
    keepUnmatched: (receipts) => write((tables, now) => keepUnmatched(tables, now, receipts)),
    removeUnmatched: (receipts) => write((tables) => removeUnmatched(tables, receipts)),
    pruneUnmatched: (options) => write((tables, now) => pruneUnmatched(tables, now, options)),
    claim: (ref, options) => write((tables, now) => claimDeliveries(tables, now, ref, options)),
    beginSends: (ref, attempts, lease) => write((tables, now) => beginSends(tables, now, ref, attempts, lease)),
    addressees: (workspace, uuids) => read((tables) => addresseesOf(tables, workspace, uuids)),
    readdress: (ref, addressed) => write((tables, now) => readdress(tables, now, ref, addressed)),
    recordAccepted: (ref, accepted) => write((tables, now) => recordAccepted(tables, now, digest, ref, accepted)),
    keepWriters: (ref, writers) => write((tables) => keepWriters(tables, ref, writers)),
    otherAddresses: (workspace, addresses) => read((tables) => otherAddresses(tables, workspace, addresses)),
    expireLeases: (options) => write((tables, now) => expireLeases(tables, now, options)),
    shortenLeases: (options) => write((tables, now) => shortenLeases(tables, now, options)),
    takePermits: (workspace, sender, wanted, rate) =>
      write(({ buckets }, now) => {
        const bucket = buckets.get(workspace, sender) ?? { level: fullLevel(rate), at: now }
        const [permits, left] = takePermits(bucket, wanted, rate, now)
        buckets.set(workspace, sender, left)
        return permits
      }),
    holdPermits: (workspace, sender, wait, rate) =>
      write(({ buckets }, now) => {
        const bucket = buckets.get(workspace, sender) ?? { level: fullLevel(rate), at: now }
        buckets.set(workspace, sender, holdPermits(bucket, wait, rate, now))
      }),
    endHold: (workspace, sender) =>
      write(({ buckets }, now) => {
        const bucket = buckets.get(workspace, sender)
        if (bucket !== undefined) buckets.set(workspace, sender, endHold(bucket, now))
      }),
    wake: (ref, limit) => write((tables, now) => wakeDeliveries(tables, now, ref, limit)),
    counters: (ref) => read((tables) => outcomes(tables, ref).counters),
    outcomes: (ref) => read((tables) => outcomes(tables, ref)),
    overTime: (ref, request) => read((tables) => overTime(tables, ref, request)),
    recipients: (workspace, filter, page) => read((tables) => recipients(tables, workspace, filter, page))
  }
})
