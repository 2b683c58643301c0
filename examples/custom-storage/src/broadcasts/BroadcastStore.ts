import { BroadcastStore, fullLevel, Ledger, takeFromBucket } from "@rollcall/core"
import { DateTime, Effect, Layer, Option } from "effect"
import { Database } from "../kernel/Database.ts"
import { addRow, orConflict } from "../kernel/Rows.ts"
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
        write(({ broadcasts, ledger }, now) => {
          const rows = recipients.map((recipient, index) => Ledger.openRow(broadcast.uuid, index + 1, recipient, now))
          if (rows.some(({ uuid }) => ledger.has(uuid)) || !addRow(broadcasts, broadcast.uuid, broadcast)) return false
          for (const row of rows) ledger.set(row.uuid, row)
          return true
        }).pipe(Effect.flatMap(orConflict)),

      claimIdempotencyKey: (workspace, key, record) =>
        write(({ idempotencyKeys }) => {
          const spent = idempotencyKeys.get(pair(workspace, key))
          if (spent === undefined) idempotencyKeys.set(pair(workspace, key), record)
          return Option.fromUndefinedOr(spent)
        }),

      findIdempotencyKey: (workspace, key) =>
        read(({ idempotencyKeys }) => Option.fromUndefinedOr(idempotencyKeys.get(pair(workspace, key)))),

      takeSendSlots: (workspace, sender, wanted, rate) =>
        write(({ buckets }, now) => {
          const bucket = buckets.get(pair(workspace, sender)) ?? { level: fullLevel(rate), at: now }
          const [slots, left] = takeFromBucket(bucket, wanted, rate, now)
          buckets.set(pair(workspace, sender), left)
          return slots
        })
    })
  })
)

/** One key for two texts, whatever is in them. */
const pair = (first: string, second: string): string => JSON.stringify([first, second])
