import { BroadcastStore, fullLevel, Ledger, takeFromBucket } from "@rollcall/core"
import { DateTime, Effect, Layer, Option } from "effect"
import { Database } from "../database/Database.ts"
import { orConflict } from "../database/Rows.ts"
import { claims } from "./Claims.ts"
import { addDelivery, findDelivery } from "./Deliveries.ts"
import { lifecycle } from "./Lifecycle.ts"
import { listing } from "./Listing.ts"

export const layer = Layer.effect(
  BroadcastStore,
  Effect.map(Database, (database) => {
    const { read, write } = database

    return BroadcastStore.of({
      ...listing(database),
      ...lifecycle(database),
      ...claims(database),

      // One process has this store, so its clock is the store's.
      now: DateTime.now,

      insert: (broadcast, recipients) =>
        write((tables, now) => {
          const rows = recipients.map((recipient, index) => Ledger.openRow(broadcast.uuid, index + 1, recipient, now))
          const isTaken =
            rows.some(({ uuid }) => findDelivery(tables, uuid) !== undefined) ||
            new Set(rows.map(({ uuid }) => uuid)).size < rows.length
          const row = { broadcast, lookAt: broadcast.scheduledAt }
          if (isTaken || !tables.broadcasts.insert(broadcast.workspaceUuid, broadcast.uuid, row)) return false
          const ref = { workspace: broadcast.workspaceUuid, broadcast: broadcast.uuid }
          for (const row of rows) addDelivery(tables, { ref, row })
          return true
        }).pipe(Effect.flatMap(orConflict)),

      claimIdempotencyKey: (workspace, key, record) =>
        write(({ idempotencyKeys }) => {
          const existing = Option.fromUndefinedOr(idempotencyKeys.get(workspace, key))
          idempotencyKeys.insert(workspace, key, record)
          return existing
        }),

      findIdempotencyKey: (workspace, key) =>
        read(({ idempotencyKeys }) => Option.fromUndefinedOr(idempotencyKeys.get(workspace, key))),

      takeSendSlots: (workspace, sender, wanted, rate) =>
        write(({ buckets }, now) => {
          const bucket = buckets.get(workspace, sender) ?? { level: fullLevel(rate), at: now }
          const [slots, left] = takeFromBucket(bucket, wanted, rate, now)
          buckets.set(workspace, sender, left)
          return slots
        })
    })
  })
)
