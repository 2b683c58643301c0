import { BroadcastStore, fullLevel, Ledger, takeFromBucket } from "@rollcall/core"
import { DateTime, Effect, Layer, Option } from "effect"
import { Database } from "../kernel/Database.ts"
import { addRow, keyOf, orConflict } from "../kernel/Rows.ts"
import { claims } from "./Claims.ts"
import { lifecycle } from "./Lifecycle.ts"
import { listing } from "./Listing.ts"

export const layerBroadcastStore = Layer.effect(
  BroadcastStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { read, write } = database

    return BroadcastStore.of({
      ...listing(database),
      ...lifecycle(database),
      ...claims(database),

      // One process has this store, so its clock is the store's.
      now: DateTime.now,

      insert: (broadcast, recipients) =>
        write(({ broadcasts, ledger, looks }, now) => {
          const rows = recipients.map((recipient, index) => Ledger.openRow(broadcast.uuid, index + 1, recipient, now))
          const isTaken =
            rows.some(({ uuid }) => ledger.has(uuid)) || new Set(rows.map(({ uuid }) => uuid)).size < rows.length
          if (isTaken || !addRow(broadcasts, broadcast)) return false
          const ref = { workspace: broadcast.workspaceUuid, broadcast: broadcast.uuid }
          for (const row of rows) ledger.set(row.uuid, { ref, row })
          looks.set(keyOf(ref.workspace, ref.broadcast), broadcast.scheduledAt)
          return true
        }).pipe(Effect.flatMap(orConflict)),

      claimIdempotencyKey: (workspace, key, record) =>
        write(({ idempotencyKeys }) => {
          const spent = idempotencyKeys.get(keyOf(workspace, key))
          if (spent === undefined) idempotencyKeys.set(keyOf(workspace, key), record)
          return Option.fromUndefinedOr(spent)
        }),

      findIdempotencyKey: (workspace, key) =>
        read(({ idempotencyKeys }) => Option.fromUndefinedOr(idempotencyKeys.get(keyOf(workspace, key)))),

      takeSendSlots: (workspace, sender, wanted, rate) =>
        write(({ buckets }, now) => {
          const bucket = buckets.get(keyOf(workspace, sender)) ?? { level: fullLevel(rate), at: now }
          const [slots, left] = takeFromBucket(bucket, wanted, rate, now)
          buckets.set(keyOf(workspace, sender), left)
          return slots
        })
    })
  })
)
