import { isAdditionOver } from "@rollcall/core/lists"
import { SearchAdditionStore } from "@rollcall/core/storage"
import { DateTime, Effect, Layer, Option } from "effect"
import { Database } from "../database/Database.ts"

/** The {@link SearchAdditionStore} port over tables in memory. */
export const layer = Layer.effect(
  SearchAdditionStore,
  Effect.map(Database, ({ read, write }) => {
    const find: SearchAdditionStore["Service"]["find"] = ({ addition, workspace }) =>
      read(({ additions }) =>
        Option.map(Option.fromUndefinedOr(additions.get(workspace, addition)), ({ addition }) => addition)
      )

    return SearchAdditionStore.of({
      insert: (addition) =>
        write(({ additions }, now) => {
          additions.set(addition.workspaceUuid, addition.uuid, { addition, dueAt: now })
        }),

      find,

      // A transaction is the only writer until it ends: what it reads is locked.
      lock: find,

      replace: (addition, dueAfter) =>
        write(({ additions }, now) => {
          const dueAt = isAdditionOver(addition) ? null : DateTime.addDuration(now, dueAfter)
          additions.replace(addition.workspaceUuid, addition.uuid, { addition, dueAt })
        }),

      claimDue: ({ dueAfter, limit }) =>
        write(({ additions }, now) => {
          const due = additions
            .all()
            .flatMap(({ addition, dueAt }) => (dueAt === null ? [] : [{ addition, dueAt }]))
            .filter(({ dueAt }) => DateTime.isLessThanOrEqualTo(dueAt, now))
            .sort((a, b) => DateTime.Order(a.dueAt, b.dueAt))
            .slice(0, limit)
          const dueAt = DateTime.addDuration(now, dueAfter)
          return due.map(({ addition }) => {
            const { uuid, workspaceUuid } = addition
            additions.set(workspaceUuid, uuid, { addition, dueAt })
            return { workspace: workspaceUuid, addition: uuid }
          })
        })
    })
  })
)
