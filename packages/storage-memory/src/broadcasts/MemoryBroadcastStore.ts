import type { StorageError } from "@rollcall/core"
import { slice } from "@rollcall/core/operations"
import {
  BroadcastStore,
  Delivery,
  endOfWait,
  hasExpired,
  type IdempotencyRecord,
  isOver,
  refusalOf
} from "@rollcall/core/storage"
import { DateTime, type Duration, Effect, Option, Struct } from "effect"
import { storeLayer } from "../database/Database.ts"
import { createdAt, oldest, orConflict, orderBy } from "../database/Rows.ts"
import { type BroadcastRow, type Tables, within } from "../database/Tables.ts"
import { addressOfRecipient, putDelivery, removeDelivery } from "../delivery/DeliveryRows.ts"
import {
  addRecipients,
  areTaken,
  checkAfterClaim,
  conflict,
  dueRows,
  earlier,
  find,
  goingOn,
  isAbandoned,
  keepKey,
  nextCheck,
  published,
  put,
  refOf,
  removeRecipients,
  unresolved
} from "./BroadcastRows.ts"
import { makeTurns } from "./BroadcastTurns.ts"
import { resolutionsOf } from "./Resolutions.ts"

export const layer = storeLayer(BroadcastStore, (database) => {
  const { read, write } = database
  const inTurn = makeTurns()
  return {
    // Only one process uses this store, so its clock is the store's clock.
    now: DateTime.now,

    stage: (broadcast, recipients, abandonedAfter) =>
      write((tables, now) => {
        const ref = refOf(broadcast)
        const before = find(tables, ref)
        if (areTaken(tables, broadcast.workspaceUuid, recipients) || before?.isStaged === false) return false
        put(tables, {
          ...unresolved,
          ...goingOn,
          broadcast,
          isStaged: true,
          nextCheckAt: DateTime.addDuration(now, abandonedAfter)
        })
        addRecipients(tables, ref, recipients, now)
        return true
      }).pipe(Effect.flatMap(orConflict)),

    publish: (ref, idempotency) =>
      write((tables, now): Effect.Effect<Option.Option<IdempotencyRecord>, StorageError> => {
        const existing = idempotency && tables.idempotencyKeys.get(ref.workspace, idempotency.key)
        if (existing) return Effect.succeed(Option.some(existing.record))
        const staged = find(tables, ref)
        if (staged?.isStaged !== true) {
          return Effect.fail(conflict("The broadcast is not staged"))
        }
        const broadcast = { ...staged.broadcast, isComplete: true }
        const nextCheckAt = earlier(broadcast.scheduledAt, broadcast.validUntil)
        put(tables, { ...staged, broadcast, isStaged: false, nextCheckAt })
        if (idempotency) keepKey(tables, ref, idempotency, now)
        return Effect.succeed(Option.none())
      }).pipe(Effect.flatten),

    // Discards everything in one step; in memory, several steps would not be faster.
    discard: (ref) =>
      write((tables) => {
        const row = find(tables, ref)
        if (row === undefined || !isAbandoned(row)) return true
        removeRecipients(tables, ref)
        if (row.isStaged) tables.broadcasts.remove(ref.workspace, ref.broadcast)
        else put(tables, { ...row, nextCheckAt: null })
        return true
      }),

    ...resolutionsOf(database),

    refused: (ref) =>
      read((tables) =>
        tables.deliveries.rows(within(ref.workspace, ref.broadcast)).flatMap((row) => refusalOf(row) ?? [])
      ),

    marketingSends: (workspace, { addresses, contacts }, since) =>
      read((tables) => {
        const sends = new Map<string, number>()
        const persons = new Set<string>([...contacts, ...addresses])
        for (const row of tables.deliveries.all()) {
          const counts = Delivery.countsSince(row)
          if (row.workspaceUuid !== workspace || counts === null || !DateTime.isGreaterThan(counts, since)) continue
          if (tables.broadcasts.get(workspace, row.broadcastUuid)?.broadcast.category !== "marketing") continue
          for (const person of personsOf(tables, row)) {
            if (persons.has(person)) sends.set(person, (sends.get(person) ?? 0) + 1)
          }
        }
        return sends
      }),

    findIdempotencyKey: (workspace, key) =>
      read(({ idempotencyKeys }) => Option.fromUndefinedOr(idempotencyKeys.get(workspace, key)?.record)),

    pruneIdempotencyKeys: ({ keepFor, limit }) =>
      write(({ idempotencyKeys }, now) => {
        const removed = oldest(idempotencyKeys.all(), ({ storedAt }) => storedAt, keepFor, now).slice(0, limit)
        for (const { key, workspace } of removed) idempotencyKeys.remove(workspace, key)
        return removed.length
      }),

    pruneRecipients: ({ keepFor, limit }) =>
      write((tables, now) => {
        let left = limit
        for (const row of oldBroadcasts(tables, keepFor, now)) {
          if (left > 0) left -= pruneOne(tables, row, now, left)
        }
        return limit - left
      }),

    prunableRecipients: (keepFor) =>
      Effect.flatMap(DateTime.now, (now) =>
        read((tables) =>
          oldBroadcasts(tables, keepFor, now)
            .map(({ broadcast }) => tables.deliveries.rows(within(broadcast.workspaceUuid, broadcast.uuid)).length)
            .reduce((sum, count) => sum + count, 0)
        )
      ),

    find: (workspace, broadcast) =>
      read((tables) => Option.fromUndefinedOr(published(tables, { workspace, broadcast })?.broadcast)),

    channelTypes: (refs) =>
      read(({ broadcasts }) =>
        refs.flatMap((ref) => {
          const row = broadcasts.get(ref.workspace, ref.broadcast)
          return row === undefined ? [] : [{ ref, channelType: row.broadcast.channelType }]
        })
      ),

    list: (workspace, status, page) =>
      read(({ broadcasts }) => {
        const wanted = broadcasts
          .rows(workspace)
          .flatMap(({ broadcast, isStaged }) =>
            isStaged || (status !== null && broadcast.status !== status) ? [] : [Struct.omit(broadcast, ["audience"])]
          )
        return slice(wanted.sort(orderBy(createdAt, "desc")), page)
      }),

    update: (ref, { nextCheckAfter, ...members }) =>
      write((tables, now) => {
        const row = published(tables, ref)
        if (row === undefined) return
        const broadcast = { ...row.broadcast, ...members }
        const isEnd = members.status !== undefined && isOver(members.status)
        const changed = { ...row, broadcast, overAt: isEnd && broadcast.isComplete ? now : row.overAt }
        put(tables, {
          ...changed,
          nextCheckAt: isAbandoned(changed) ? now : nextCheck(broadcast, nextCheckAfter, now)
        })
      }),

    searchedAudiences: (workspace) =>
      read((tables) =>
        tables.broadcasts.rows(workspace).flatMap(({ broadcast: { audience, isComplete, uuid }, isStaged }) => {
          if (audience === null || isStaged || !isComplete) return []
          const { exclude, include } = audience.request
          return [...include, ...(exclude ?? [])].some(({ search }) => search !== undefined) ? [{ uuid, audience }] : []
        })
      ),

    replaceAudience: (ref, audience) =>
      write((tables) => {
        const row = published(tables, ref)
        if (row !== undefined) put(tables, { ...row, broadcast: { ...row.broadcast, audience } })
      }),

    decideOptOuts: (ref, heldOptOuts) =>
      write((tables) => {
        const row = published(tables, ref)
        if (row !== undefined) put(tables, { ...row, broadcast: { ...row.broadcast, heldOptOuts } })
      }),

    rejectUnsent: (ref, problem) =>
      write((tables, now) => {
        const pending = tables.deliveries.rows(within(ref.workspace, ref.broadcast)).filter(Delivery.isUnsent)
        for (const delivery of pending) putDelivery(tables, Delivery.reject(delivery, problem, now))
        return pending.map(({ uuid }) => uuid)
      }),

    claimDue: ({ limit, nextCheckAfter }) =>
      write((tables, now) =>
        inTurn(dueRows(tables, now, Infinity, "broadcasts"), limit).map((row) => {
          const { broadcast } = row
          const { isComplete, status } = broadcast
          put(tables, { ...row, nextCheckAt: checkAfterClaim(broadcast, nextCheckAfter, now) })
          return { ref: refOf(broadcast), status, hasExpired: hasExpired(broadcast, now), isComplete }
        })
      ),

    claimAbandoned: ({ limit, nextCheckAfter }) =>
      write((tables, now) =>
        dueRows(tables, now, limit, "staged").map((row) => {
          put(tables, { ...row, nextCheckAt: DateTime.addDuration(now, nextCheckAfter) })
          return refOf(row.broadcast)
        })
      ),

    shortenChecks: (nextCheckAfter) =>
      write((tables, now) => {
        for (const row of tables.broadcasts.all()) {
          const { broadcast, isStaged, nextCheckAt: before } = row
          if (isStaged || broadcast.status !== "sending" || before === null) continue
          const nextCheckAt = endOfWait(before, nextCheckAfter, now)
          if (nextCheckAt !== before) put(tables, { ...row, nextCheckAt })
        }
      })
  }
})

/** Returns the broadcasts that ended more than `keepFor` ago, oldest first. */
const oldBroadcasts = ({ broadcasts }: Tables, keepFor: Duration.Duration, now: DateTime.Utc) =>
  oldest(broadcasts.all(), ({ overAt }) => overAt, keepFor, now)

/** Removes up to `limit` recipients of a broadcast, last first, and returns the number removed. */
const pruneOne = (tables: Tables, row: BroadcastRow, now: DateTime.Utc, limit: number): number => {
  const ref = refOf(row.broadcast)
  const deliveries = tables.deliveries.rows(within(ref.workspace, ref.broadcast))
  const kept = row.kept ?? { counters: Delivery.countersOf(deliveries), reasons: Delivery.reasonsOf(deliveries) }
  const removed = deliveries.slice(-limit)
  for (const delivery of removed) removeDelivery(tables, delivery)
  const recipientsRemovedAt = row.broadcast.recipientsRemovedAt ?? now
  const overAt = removed.length < limit ? null : row.overAt
  put(tables, { ...row, broadcast: { ...row.broadcast, recipientsRemovedAt }, kept, overAt })
  return removed.length
}

/**
 * Returns the identifiers of a delivery's person: its address, its contact, and the contacts that contact was merged into.
 */
const personsOf = (tables: Tables, row: Delivery.Delivery): ReadonlyArray<string> => {
  const chain = row.contactUuid === null ? [] : [row.contactUuid]
  for (const contact of chain) {
    const merge = tables.merges.get(row.workspaceUuid, contact)
    if (merge !== undefined) chain.push(merge.into)
  }
  return [addressOfRecipient(tables, row) ?? "", ...chain]
}
