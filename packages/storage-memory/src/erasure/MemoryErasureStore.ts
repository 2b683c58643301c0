import { ErasureStore } from "@rollcall/core/storage"
import { DateTime } from "effect"
import { storeLayer } from "../database/Database.ts"
import { firstDue } from "../database/Rows.ts"

export const layer = storeLayer(ErasureStore, ({ write }) => ({
  add: (erasure, dueAfter) =>
    write(({ erasures }, now) => {
      const dueAt = DateTime.addDuration(now, dueAfter)
      erasures.set(erasure.workspace, erasure.contact, { erasure, dueAt })
    }),

  remove: (workspace, contact) =>
    write(({ erasures }) => {
      erasures.remove(workspace, contact)
    }),

  claimDue: ({ dueAfter, limit }) =>
    write(({ erasures }, now) => {
      const due = firstDue(erasures.all(), ({ dueAt }) => dueAt, now, limit)
      const dueAt = DateTime.addDuration(now, dueAfter)
      for (const { erasure } of due) erasures.set(erasure.workspace, erasure.contact, { erasure, dueAt })
      return due.map(({ erasure }) => erasure)
    })
}))
