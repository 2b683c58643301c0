import { AccessTokenStore } from "@rollcall/core"
import { DateTime, Effect, Layer, Option } from "effect"
import { Database } from "../kernel/Database.ts"
import { addRow, findRow, replaceRow } from "../kernel/Rows.ts"

export const layerAccessTokenStore = Layer.effect(
  AccessTokenStore,
  Effect.map(Database, ({ read, write }) =>
    AccessTokenStore.of({
      ensureWorkspace: (name, candidate) =>
        write(({ workspaces }) => {
          const workspace = workspaces.get(name) ?? { uuid: candidate, name }
          workspaces.set(name, workspace)
          return workspace
        }),

      insert: (token) =>
        write(({ tokens }) => !tokens.values().some(({ hash }) => hash === token.hash) && addRow(tokens, token)),

      findByHash: (hash) =>
        read(({ tokens }) => Option.fromUndefinedOr(tokens.values().find((token) => token.hash === hash))),

      hasAny: read(({ tokens }) => tokens.size > 0),

      revoke: (workspace, uuid, at) =>
        write(({ tokens }) =>
          Option.exists(findRow(tokens, workspace, uuid), (token) => {
            replaceRow(tokens, { ...token, revokedAt: DateTime.min(token.revokedAt ?? at, at) })
            return true
          })
        )
    })
  )
)
