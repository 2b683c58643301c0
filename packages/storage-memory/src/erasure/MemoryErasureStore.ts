import { ErasureStore } from "@rollcall/core/storage"
import { DateTime, Effect, Layer } from "effect"
import { Database } from "../database/Database.ts"

export const layer = Layer.effect(
  ErasureStore,
  Effect.map(Database, ({ write }) =>
    ErasureStore.of({
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
          const due = erasures
            .all()
            .filter(({ dueAt }) => DateTime.isLessThanOrEqualTo(dueAt, now))
            .sort((a, b) => DateTime.Order(a.dueAt, b.dueAt))
            .slice(0, limit)
          const dueAt = DateTime.addDuration(now, dueAfter)
          for (const { erasure } of due) erasures.set(erasure.workspace, erasure.contact, { erasure, dueAt })
          return due.map(({ erasure }) => erasure)
        })
    })
  )
)
