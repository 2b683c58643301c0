import { AccessTokenStore, compareCodePoints } from "@rollcall/core/storage"
import { DateTime, Effect, Option } from "effect"
import { storeLayer } from "../database/Database.ts"
import { singlePartition } from "../database/Tables.ts"

export const layer = storeLayer(AccessTokenStore, ({ read, write }) => ({
  list: (workspace) =>
    read(({ tokens }) =>
      tokens
        .all()
        .filter(({ workspaceUuid }) => workspaceUuid === workspace)
        .toSorted((a, b) => DateTime.Order(a.createdAt, b.createdAt) || compareCodePoints(a.uuid, b.uuid))
    ),

  keepBootstrap: (hash, at) =>
    write(({ tokens }) => {
      const kept = tokens.get(singlePartition, hash ?? "")
      if (kept !== undefined) tokens.replace(singlePartition, kept.hash, { ...kept, bootstrap: true })
      const others = tokens
        .all()
        .filter(({ bootstrap, revokedAt, ...token }) => bootstrap && revokedAt === null && token.hash !== hash)
      for (const other of others) tokens.replace(singlePartition, other.hash, { ...other, revokedAt: at })
      return others.length
    }),

  rememberActor: (workspace, actor, name) =>
    Effect.asVoid(write(({ actors }) => actors.insert(workspace, actor, name))),

  actorNames: (workspace, wanted) =>
    read(({ actors }) => {
      const found = wanted.flatMap((actor) => {
        const name = actors.get(workspace, actor)
        return name === undefined ? [] : [[actor, name] as const]
      })
      return new Map(found)
    }),

  insert: (token) => write(({ tokens }) => tokens.insert(singlePartition, token.hash, token)),

  setScopes: (hash, scopes) =>
    write(({ tokens }) => {
      const token = tokens.get(singlePartition, hash)
      if (token !== undefined) tokens.set(singlePartition, hash, { ...token, scopes })
    }),

  recordUses: (hashes, at) =>
    write(({ tokens }) => {
      for (const hash of hashes) {
        const token = tokens.get(singlePartition, hash)
        if (token === undefined) continue
        tokens.replace(singlePartition, hash, { ...token, lastUsedAt: DateTime.max(token.lastUsedAt ?? at, at) })
      }
    }),

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
}))
