import { AccessTokenStore } from "@rollcall/core"
import { DateTime, Effect, Layer, Option } from "effect"
import { Database } from "../kernel/Database.ts"

export const layerAccessTokenStore = Layer.effect(
  AccessTokenStore,
  Effect.gen(function* () {
    const { read, write } = yield* Database

    return AccessTokenStore.of({
      ensureWorkspace: (name, candidate) =>
        write(({ workspaces }) => {
          const workspace = workspaces.get(name) ?? { uuid: candidate, name }
          workspaces.set(name, workspace)
          return workspace
        }),

      insert: (token) =>
        write(({ tokens }) => {
          if (tokens.values().some(({ hash }) => hash === token.hash)) return false
          tokens.set(token.uuid, token)
          return true
        }),

      findByHash: (hash) =>
        read(({ tokens }) => Option.fromUndefinedOr(tokens.values().find((token) => token.hash === hash))),

      hasAny: read(({ tokens }) => tokens.size > 0),

      revoke: (workspace, uuid, at) =>
        write(({ tokens }) => {
          const token = tokens.get(uuid)
          if (token === undefined || token.workspaceUuid !== workspace) return false
          tokens.set(uuid, { ...token, revokedAt: DateTime.min(token.revokedAt ?? at, at) })
          return true
        })
    })
  })
)
