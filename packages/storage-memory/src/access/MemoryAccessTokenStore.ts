import { AccessTokenStore } from "@rollcall/core/storage"
import { DateTime, Effect, Layer, Option } from "effect"
import { Database } from "../database/Database.ts"
import { singlePartition } from "../database/Tables.ts"

/** The {@link AccessTokenStore} port over tables in memory. */
export const layer = Layer.effect(
  AccessTokenStore,
  Effect.map(Database, ({ read, write }) =>
    AccessTokenStore.of({
      ensureWorkspace: (name, candidate) =>
        write(({ workspaces }) => {
          const workspace = workspaces.get(singlePartition, name) ?? { uuid: candidate, name }
          workspaces.set(singlePartition, name, workspace)
          return workspace
        }),

      insert: (token) => write(({ tokens }) => tokens.insert(singlePartition, token.hash, token)),

      findByHash: (hash) => read(({ tokens }) => Option.fromUndefinedOr(tokens.get(singlePartition, hash))),

      hasAny: read(({ tokens }) => tokens.all().length > 0),

      revoke: (workspace, uuid, at) =>
        write(({ tokens }) => {
          const token = tokens.all().find((token) => token.workspaceUuid === workspace && token.uuid === uuid)
          if (token === undefined) return false
          return tokens.replace(singlePartition, token.hash, {
            ...token,
            revokedAt: DateTime.min(token.revokedAt ?? at, at)
          })
        })
    })
  )
)
