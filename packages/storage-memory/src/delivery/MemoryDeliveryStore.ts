import type { BroadcastUuid } from "@rollcall/core"
import { sliceAfter } from "@rollcall/core/operations"
import { endHold, fullLevel, takePermits } from "@rollcall/core/sending"
import {
  type BroadcastRef,
  type Claim,
  type ClaimedDelivery,
  type ClaimOptions,
  Delivery,
  DeliveryStore,
  hasExpired,
  holdPermits,
  type UnmatchedReceipt
} from "@rollcall/core/storage"
import { Array as Arr, DateTime, Effect, Layer } from "effect"
import { Database } from "../database/Database.ts"
import { type BroadcastRow, isHidden, singlePartition, type Tables, within } from "../database/Tables.ts"
import { addressOfRecipient, byUuid, deliveriesTo, findDelivery, isOf, isWanted, putDelivery } from "./DeliveryRows.ts"
import { survivorOf } from "../merges/MemoryMergeStore.ts"
import { makeDigest } from "./MessageDigests.ts"
import { messagesBefore, ofPerson } from "./PersonDeliveries.ts"

/** The {@link DeliveryStore} port over tables in memory. */
export const layer = Layer.effect(
  DeliveryStore,
  Effect.map(Database, ({ read, write }) => {
    const digest = makeDigest()
    return DeliveryStore.of({
      // A transaction is the only writer until it ends: what it reads is locked.
      lock: (selector) =>
        read((tables) => {
          const keys =
            "deliveries" in selector
              ? selector.deliveries
              : selector.messageIds.flatMap((id) => tables.messages.rows(id))
          return Array.from(new Set(keys.flatMap((key) => findDelivery(tables, key) ?? []))).sort(byUuid)
        }),

      save: (deliveries) =>
        write((tables) => {
          for (const delivery of deliveries) putDelivery(tables, delivery)
        }),

      ofPerson: (person, limit) => read((tables) => ofPerson(tables, person, limit)),

      messagesBefore: (person, place, limit) => read((tables) => messagesBefore(tables, person, place, limit)),

      writersOf: (deliveries) =>
        read(({ recipients }) =>
          Array.from(
            new Set(
              deliveries.flatMap(({ uuid, workspaceUuid }) => recipients.get(workspaceUuid, uuid)?.writesFrom ?? [])
            )
          )
        ),

      tie: (deliveries, contactUuid) =>
        write((tables) => {
          for (const key of deliveries) {
            const row = findDelivery(tables, key)
            if (row !== undefined) putDelivery(tables, { ...row, contactUuid })
          }
        }),

      unsentTo: (workspace, addresses) =>
        read((tables) =>
          deliveriesTo(tables, workspace, addresses)
            .filter(Delivery.isUnsent)
            .map((row) => ({ ref: Delivery.broadcastOf(row), uuid: row.uuid }))
        ),

      messageDigest: Effect.succeed(digest),

      unmatched: (digests) =>
        read(({ unmatchedReceipts }) =>
          digests.flatMap((digest) => unmatchedReceipts.rows(digest).map(({ receipt }) => receipt))
        ),

      keepUnmatched: (receipts) =>
        write(({ unmatchedReceipts }, now) => {
          for (const receipt of receipts) {
            unmatchedReceipts.insert(receipt.messageId, keptAs(receipt), { receipt, keptAt: now })
          }
        }),

      removeUnmatched: (receipts) =>
        write(({ unmatchedReceipts }) => {
          for (const receipt of receipts) unmatchedReceipts.remove(receipt.messageId, keptAs(receipt))
        }),

      pruneUnmatched: ({ keepFor, limit }) =>
        write(({ unmatchedReceipts }, now) => {
          const before = DateTime.subtractDuration(now, keepFor)
          const due = unmatchedReceipts
            .all()
            .filter(({ keptAt }) => DateTime.isLessThan(keptAt, before))
            .sort((a, b) => DateTime.Order(a.keptAt, b.keptAt))
            .slice(0, limit)
          for (const { receipt } of due) unmatchedReceipts.remove(receipt.messageId, keptAs(receipt))
          return due.length
        }),

      claim: (ref, options) =>
        write((tables, now): Claim => {
          const isOpen = maySend(tables, ref, now)
          const deliveries = isOpen ? claimPending(tables, ref, options, now) : []
          if (deliveries.length > 0) return { _tag: "Claimed", deliveries }
          if (!options.waits) return { _tag: "NoneFree" }
          if (!isOpen) return { _tag: "Stopped" }
          const [first, ...others] = pendingOf(tables, ref).map(({ notBefore }) => notBefore ?? now)
          return first === undefined
            ? { _tag: "Drained" }
            : { _tag: "Waiting", until: others.reduce(DateTime.min, first) }
        }),

      beginSends: (ref, attempts, lease) =>
        write((tables, now) => {
          if (!maySend(tables, ref, now)) return []
          const leaseUntil = DateTime.addDuration(now, lease)
          return attempts.flatMap(({ attempt, uuid }) => {
            const before = findDelivery(tables, { workspaceUuid: ref.workspace, uuid })
            if (before === undefined || !isOf(before, ref)) return []
            const after = Delivery.beginSend(before, attempt, leaseUntil, now)
            putDelivery(tables, after)
            return after === before ? [] : [uuid]
          })
        }),

      addressees: (workspace, uuids) =>
        read((tables) =>
          uuids.flatMap((uuid) => {
            const row = findDelivery(tables, { workspaceUuid: workspace, uuid })
            if (row === undefined) return []
            const { contactUuid } = row
            const contact = contactUuid === null ? null : (survivorOf(tables, workspace, contactUuid) ?? contactUuid)
            const address = addressOfRecipient(tables, row) ?? row.identifier
            return [{ uuid, contact, tiedTo: contactUuid, address }]
          })
        ),

      giveBack: (workspace, { addresses, from, to }) =>
        write((tables) => {
          for (const row of deliveriesTo(tables, workspace, addresses)) {
            if (row.contactUuid === from) putDelivery(tables, { ...row, contactUuid: to })
          }
        }),

      sharedBroadcasts: (workspace, contacts) =>
        read((tables) => {
          const wanted = new Set<string>(contacts)
          const own = tables.deliveries.all().filter(({ contactUuid, workspaceUuid }) => {
            if (workspaceUuid !== workspace || contactUuid === null) return false
            return wanted.has(contactUuid) || wanted.has(survivorOf(tables, workspace, contactUuid) ?? "")
          })
          return Array.from(Map.groupBy(own, ({ broadcastUuid }) => broadcastUuid).values())
            .filter((rows) => rows.length > 1 && rows.some(Delivery.isUnsent))
            .flatMap((rows) => rows.map((row) => ({ ref: Delivery.broadcastOf(row), uuid: row.uuid })))
        }),

      readdress: (ref, addressed) =>
        write((tables, now) =>
          addressed.flatMap(({ address, attempt, uuid }) => {
            const before = findDelivery(tables, { workspaceUuid: ref.workspace, uuid })
            if (before === undefined || !isOf(before, ref)) return []
            const after = Delivery.readdress(before, attempt, address, now)
            if (after === before) return []
            putDelivery(tables, after)
            const stored = tables.recipients.get(ref.workspace, uuid)
            if (stored !== undefined) tables.recipients.set(ref.workspace, uuid, { ...stored, address })
            return [uuid]
          })
        ),

      recordAccepted: (ref, accepted) =>
        write((tables, now) =>
          accepted.flatMap((message) => {
            const before = findDelivery(tables, { workspaceUuid: ref.workspace, uuid: message.uuid })
            const row = tables.broadcasts.get(ref.workspace, ref.broadcast)
            if (before === undefined || row === undefined || !isPlain(tables, ref, before, digest(message.messageId)))
              return []
            const after = Delivery.applyOutcome(before, { _tag: "Accepted", ...message }, row.broadcast.status, now)
            putDelivery(tables, after)
            return after === before ? [] : [after]
          })
        ),

      keepWriters: (ref, writers) =>
        write((tables) =>
          writers.flatMap(({ uuid, writesFrom }) => {
            const row = findDelivery(tables, { workspaceUuid: ref.workspace, uuid })
            const stored = tables.recipients.get(ref.workspace, uuid)
            if (row === undefined || stored === undefined || !isOf(row, ref) || row.identifier === "") return []
            tables.recipients.set(ref.workspace, uuid, { ...stored, writesFrom })
            return [row]
          })
        ),

      otherAddresses: (workspace, addresses) =>
        read((tables) => {
          const wanted = new Set(addresses)
          const found = tables.deliveries.all().flatMap(({ identifier, uuid, workspaceUuid }) => {
            const { address = null, writesFrom = null } = tables.recipients.get(workspaceUuid, uuid) ?? {}
            if (workspaceUuid !== workspace || writesFrom === null) return []
            const ways = [
              { address: writesFrom, other: identifier },
              { address: identifier, other: writesFrom },
              { address: address ?? "", other: writesFrom }
            ]
            return ways.filter((way) => wanted.has(way.address))
          })
          return Arr.dedupeWith(found, (one, way) => one.address === way.address && one.other === way.other)
        }),

      expireLeases: ({ askAgainAfter, limit }) =>
        write((tables, now) => {
          const askAgainAt = DateTime.addDuration(now, askAgainAfter)
          const expired = tables.leases
            .rows(singlePartition)
            .filter(({ until }) => DateTime.isLessThanOrEqualTo(until, now))
            .sort((a, b) => DateTime.Order(a.until, b.until))
            .slice(0, limit)
            .flatMap((lease) => findDelivery(tables, lease) ?? [])
          return expired.flatMap((row) => {
            const after = Delivery.expireLease(row, askAgainAt, now)
            putDelivery(tables, after)
            const { attempt, status, uuid } = row
            const ref = Delivery.broadcastOf(row)
            const stored = tables.broadcasts.get(ref.workspace, ref.broadcast)
            if (stored === undefined || after.status !== "unknown") return []
            const { channelType } = stored.broadcast
            return [{ ref, uuid, attempt, isNew: status === "sending", channelType }]
          })
        }),

      shortenLeases: ({ lease, limit }) =>
        write((tables, now) => {
          const shortened = tables.leases
            .rows(singlePartition)
            .flatMap((lease) => findDelivery(tables, lease) ?? [])
            .map((row) => [row, Delivery.shortenLease(row, lease, now)] as const)
            .filter(([before, after]) => after !== before)
            .slice(0, limit)
          for (const [, after] of shortened) putDelivery(tables, after)
          return shortened.length
        }),

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

      wake: (ref, limit) =>
        write((tables, now) => {
          const waiting = pendingOf(tables, ref).filter((row) => Delivery.wake(row, now) !== row)
          const woken = waiting.slice(0, limit)
          for (const row of woken) putDelivery(tables, Delivery.wake(row, now))
          return woken.length
        }),

      counters: (ref) => read((tables) => countedOf(tables, ref).counters),

      outcomes: (ref) => read((tables) => countedOf(tables, ref)),

      overTime: (ref, request) =>
        read((tables) => {
          const row = tables.broadcasts.get(ref.workspace, ref.broadcast)
          const isShown = row !== undefined && !isHidden(row) && isListed(row, ref.broadcast)
          return Delivery.overTime(isShown ? deliveriesOf(tables, ref) : [], request)
        }),

      recipients: (workspace, { broadcast, ...filter }, page) =>
        read((tables) => {
          const wanted = tables.broadcasts
            .rows(workspace)
            .filter((row) => !isHidden(row) && (broadcast === null || isListed(row, broadcast)))
            .flatMap((row) => deliveriesOf(tables, { workspace, broadcast: row.broadcast.uuid }))
            .filter(isWanted(filter))
          const inOrder = broadcast === null ? wanted.toSorted(byUuid) : wanted
          const { items, ...rest } = sliceAfter(inOrder, page, "asc", ({ position, uuid }) => ({
            key: broadcast === null ? uuid : position,
            uuid
          }))
          return { items: items.map(Delivery.recipientOf), ...rest }
        })
    })
  })
)

/** Whether a row is that of a broadcast, none of whose recipients is removed. */
const isListed = ({ broadcast }: BroadcastRow, uuid: BroadcastUuid): boolean =>
  broadcast.uuid === uuid && broadcast.recipientsRemovedAt === null

/** What distinguishes an unmatched receipt from the others of its message id. */
const keptAs = ({ channelType, status, workspace }: UnmatchedReceipt): string =>
  JSON.stringify([channelType, workspace, status])

const deliveriesOf = ({ deliveries }: Tables, { broadcast, workspace }: BroadcastRef) =>
  deliveries.rows(within(workspace, broadcast))

/** The deliveries of a broadcast that readers see. */
const countedOf = (tables: Tables, ref: BroadcastRef) => {
  const kept = tables.broadcasts.get(ref.workspace, ref.broadcast)?.kept ?? null
  const rows = visibleOf(tables, ref)
  return kept ?? { counters: Delivery.countersOf(rows), reasons: Delivery.reasonsOf(rows) }
}

const visibleOf = (tables: Tables, ref: BroadcastRef) => {
  const stored = tables.broadcasts.get(ref.workspace, ref.broadcast)
  return stored === undefined || isHidden(stored) ? [] : deliveriesOf(tables, ref)
}

const pendingOf = (tables: Tables, ref: BroadcastRef) =>
  deliveriesOf(tables, ref).filter(({ status }) => status === "pending")

const maySend = ({ broadcasts }: Tables, { broadcast, workspace }: BroadcastRef, now: DateTime.Utc): boolean => {
  const row = broadcasts.get(workspace, broadcast)
  return row?.broadcast.status === "sending" && !isHidden(row) && !hasExpired(row.broadcast, now)
}

/** Claims pending deliveries in the order of acceptance: those that were never released, else those whose retry is due. */
const claimPending = (
  tables: Tables,
  ref: BroadcastRef,
  { begin, lease, limit }: ClaimOptions,
  now: DateTime.Utc
): ReadonlyArray<ClaimedDelivery> => {
  const leaseUntil = DateTime.addDuration(now, lease)
  const deliveries: Array<ClaimedDelivery> = []
  const pending = pendingOf(tables, ref)
  const fresh = pending.filter(({ notBefore }) => notBefore === null)
  for (const delivery of fresh.length > 0 ? fresh : pending) {
    if (deliveries.length === limit) break
    const status = deliveries.length < begin ? "sending" : "claimed"
    const claimed = Delivery.claim(delivery, leaseUntil, now, status)
    if (claimed === delivery || claimed.parameters === null) continue
    putDelivery(tables, claimed)
    const { attempt, identifier, parameters, retries, uuid } = claimed
    deliveries.push({ uuid, identifier, parameters, attempt, retries })
  }
  return deliveries
}

/** Whether a delivery of the broadcast is `sending` and nothing else is known of its message. */
const isPlain = (tables: Tables, ref: BroadcastRef, row: Delivery.Delivery, digest: string): boolean =>
  isOf(row, ref) &&
  row.status === "sending" &&
  !Delivery.isErased(row) &&
  row.messageId === null &&
  row.sentAt === null &&
  tables.unmatchedReceipts.rows(digest).length === 0
