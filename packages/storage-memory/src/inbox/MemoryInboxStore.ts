import { InboxStore } from "@rollcall/core/storage"
import { DateTime } from "effect"
import { storeLayer } from "../database/Database.ts"
import { oldest } from "../database/Rows.ts"
import { singlePartition } from "../database/Tables.ts"

export const layer = storeLayer(InboxStore, ({ write }) => ({
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
      const old = oldest(inbox.rows(singlePartition), ({ storedAt }) => storedAt, keepFor, now).slice(0, limit)
      for (const { entry } of old) inbox.remove(singlePartition, entry.uuid)
      return old.length
    })
}))
