import { InboxStore } from "@rollcall/core/storage"
import { DateTime, Effect, Layer } from "effect"
import { Database } from "../database/Database.ts"
import { singlePartition } from "../database/Tables.ts"

export const layer = Layer.effect(
  InboxStore,
  Effect.map(Database, ({ write }) =>
    InboxStore.of({
      put: (entry) =>
        write(({ inbox }, now) => {
          inbox.set(singlePartition, entry.uuid, { entry, storedAt: now, dueAt: now })
        }),

      claimDue: ({ limit, retryAfter }) =>
        write(({ inbox }, now) => {
          const due = inbox
            .rows(singlePartition)
            .filter(({ dueAt }) => DateTime.isLessThanOrEqualTo(dueAt, now))
            .slice(0, limit)
          const dueAt = DateTime.addDuration(now, retryAfter)
          for (const row of due) inbox.set(singlePartition, row.entry.uuid, { ...row, dueAt })
          return due.map(({ entry }) => entry)
        }),

      remove: (uuids) =>
        write(({ inbox }) => {
          for (const uuid of uuids) inbox.remove(singlePartition, uuid)
        }),

      prune: ({ keepFor, limit }) =>
        write(({ inbox }, now) => {
          const before = DateTime.subtractDuration(now, keepFor)
          const old = inbox
            .rows(singlePartition)
            .filter(({ storedAt }) => DateTime.isLessThan(storedAt, before))
            .slice(0, limit)
          for (const { entry } of old) inbox.remove(singlePartition, entry.uuid)
          return old.length
        })
    })
  )
)
