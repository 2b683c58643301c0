import { type Broadcast, StorageError } from "@rollcall/core"
import { slice } from "@rollcall/core/shared"
import {
  type BroadcastRef,
  BroadcastStore,
  Delivery,
  endOfWait,
  hasExpired,
  type IdempotencyRecord,
  refusalOf
} from "@rollcall/core/storage"
import { DateTime, type Duration, Effect, Layer, Option } from "effect"
import { holderOfAddress } from "../contacts/ContactRows.ts"
import { Database } from "../database/Database.ts"
import { createdAt, oldest, orConflict, orderBy } from "../database/Rows.ts"
import { broadcastDueAt, type BroadcastRow, type Tables, within } from "../database/Tables.ts"
import { addDelivery, hasDelivery, putDelivery, removeDelivery } from "../delivery/DeliveryRows.ts"

/** The {@link BroadcastStore} port over tables in memory. */
export const layer = Layer.effect(
  BroadcastStore,
  Effect.map(Database, ({ read, write }) =>
    BroadcastStore.of({
      // One process uses this store, so the clock of the process is the clock of the store.
      now: DateTime.now,

      stage: (broadcast, recipients, abandonedAfter) =>
        write((tables, now) => {
          const ref = refOf(broadcast)
          const before = find(tables, ref)
          const uuids = new Set(recipients.map(({ uuid }) => uuid))
          const isTaken = uuids.size < recipients.length || recipients.some(({ uuid }) => hasDelivery(tables, uuid))
          if (isTaken || before?.isStaged === false) return false
          put(tables, { broadcast, isStaged: true, nextCheckAt: DateTime.addDuration(now, abandonedAfter) })
          for (const recipient of recipients) {
            const { address } = recipient
            const contact = address === null ? null : holderOfAddress(tables, ref.workspace, address)
            addDelivery(tables, Delivery.newDelivery(ref, recipient, now, contact), address)
          }
          return true
        }).pipe(Effect.flatMap(orConflict)),

      publish: (ref, idempotency) =>
        write((tables, now): Effect.Effect<Option.Option<IdempotencyRecord>, StorageError> => {
          const existing = idempotency && tables.idempotencyKeys.get(ref.workspace, idempotency.key)
          if (existing) return Effect.succeed(Option.some(existing.record))
          const staged = find(tables, ref)
          if (staged?.isStaged !== true) {
            return Effect.fail(
              new StorageError({ reason: "Conflict", cause: new Error("The broadcast is not staged") })
            )
          }
          const { broadcast } = staged
          put(tables, { broadcast, isStaged: false, nextCheckAt: earlier(broadcast.scheduledAt, broadcast.validUntil) })
          if (idempotency) {
            const stored = { ...idempotency, workspace: ref.workspace, storedAt: now }
            tables.idempotencyKeys.set(ref.workspace, idempotency.key, stored)
          }
          return Effect.succeed(Option.none())
        }).pipe(Effect.flatten),

      // One step: in memory it takes no longer than several.
      discard: (ref) =>
        write((tables) => {
          if (find(tables, ref)?.isStaged !== true) return true
          for (const delivery of tables.deliveries.rows(within(ref.workspace, ref.broadcast))) {
            removeDelivery(tables, delivery)
          }
          return tables.broadcasts.remove(ref.workspace, ref.broadcast)
        }),

      refused: (ref) =>
        read((tables) =>
          tables.deliveries.rows(within(ref.workspace, ref.broadcast)).flatMap((row) => refusalOf(row) ?? [])
        ),

      findIdempotencyKey: (workspace, key) =>
        read(({ idempotencyKeys }) => Option.fromUndefinedOr(idempotencyKeys.get(workspace, key)?.record)),

      pruneIdempotencyKeys: ({ keepFor, limit }) =>
        write(({ idempotencyKeys }, now) => {
          const due = oldest(idempotencyKeys.all(), ({ storedAt }) => storedAt, DateTime.subtractDuration(now, keepFor))
          const removed = due.slice(0, limit)
          for (const { key, workspace } of removed) idempotencyKeys.remove(workspace, key)
          return removed.length
        }),

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
              isStaged || (status !== null && broadcast.status !== status) ? [] : [broadcast]
            )
          return slice(wanted.sort(orderBy(createdAt, "desc")), page)
        }),

      update: (ref, { nextCheckAfter, ...members }) =>
        write((tables, now) => {
          const row = published(tables, ref)
          if (row === undefined) return
          const broadcast = { ...row.broadcast, ...members }
          put(tables, { ...row, broadcast, nextCheckAt: nextCheck(broadcast, nextCheckAfter, now) })
        }),

      rejectUnsent: (ref, problem) =>
        write((tables, now) => {
          const pending = tables.deliveries.rows(within(ref.workspace, ref.broadcast)).filter(Delivery.isUnsent)
          for (const delivery of pending) putDelivery(tables, Delivery.reject(delivery, problem, now))
          return pending.map(({ uuid }) => uuid)
        }),

      claimDue: ({ limit, nextCheckAfter }) =>
        write((tables, now) =>
          dueRows(tables, now, limit, false).map((row) => {
            const { broadcast } = row
            const isExpired = hasExpired(broadcast, now)
            const next = DateTime.addDuration(now, nextCheckAfter)
            put(tables, { ...row, nextCheckAt: isExpired ? next : earlier(next, broadcast.validUntil) })
            return { ref: refOf(broadcast), status: broadcast.status, hasExpired: isExpired }
          })
        ),

      claimAbandoned: ({ limit, nextCheckAfter }) =>
        write((tables, now) =>
          dueRows(tables, now, limit, true).map((row) => {
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
    })
  )
)

const refOf = ({ uuid, workspaceUuid }: Broadcast): BroadcastRef => ({ workspace: workspaceUuid, broadcast: uuid })

const find = ({ broadcasts }: Tables, { broadcast, workspace }: BroadcastRef): BroadcastRow | undefined =>
  broadcasts.get(workspace, broadcast)

const published = (tables: Tables, ref: BroadcastRef): BroadcastRow | undefined => {
  const row = find(tables, ref)
  return row?.isStaged === false ? row : undefined
}

const put = ({ broadcasts }: Tables, row: BroadcastRow): void =>
  broadcasts.set(row.broadcast.workspaceUuid, row.broadcast.uuid, row)

/** The first rows that are due: those of staged broadcasts, or those of published ones. */
const dueRows = ({ broadcasts }: Tables, now: DateTime.Utc, limit: number, areStaged: boolean) =>
  broadcasts
    .all()
    .flatMap((row) => {
      const at = row.isStaged === areStaged ? broadcastDueAt(row) : null
      return at === null || DateTime.isGreaterThan(at, now) ? [] : [{ row, at }]
    })
    .sort((a, b) => DateTime.Order(a.at, b.at))
    .slice(0, limit)
    .map(({ row }) => row)

/**
 * The instant of the next check: after a duration, if one is given, and at `validUntil` at the latest; null for none.
 */
const nextCheck = (
  { validUntil }: Broadcast,
  after: Duration.Duration | null,
  now: DateTime.Utc
): DateTime.Utc | null => (after === null ? validUntil : earlier(DateTime.addDuration(now, after), validUntil))

const earlier = (at: DateTime.Utc, limit: DateTime.Utc | null): DateTime.Utc =>
  limit === null ? at : DateTime.min(at, limit)
