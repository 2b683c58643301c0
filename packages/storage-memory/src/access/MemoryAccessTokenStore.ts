import { AccessTokenStore, type Workspace } from "@rollcall/core"
import { DateTime, Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase } from "../kernel/MemoryDatabase.ts"
import type { AccessState } from "./AccessState.ts"

/** The workspaces and tokens of the memory database. */
export const layer: Layer.Layer<AccessTokenStore, never, MemoryDatabase> = Layer.effect(
  AccessTokenStore,
  Effect.gen(function* () {
    const database = yield* MemoryDatabase

    const modify = <A>(change: (access: AccessState) => readonly [A, AccessState]): Effect.Effect<A> =>
      database.modify((state) => {
        const [value, access] = change(state.access)
        return [value, { ...state, access }]
      })

    return AccessTokenStore.of({
      ensureWorkspace: (name, candidate) =>
        modify((access) =>
          Option.match(HashMap.get(access.workspaces, name), {
            onSome: (workspace) => [workspace, access],
            onNone: () => {
              const workspace: Workspace = { uuid: candidate, name }
              return [workspace, { ...access, workspaces: HashMap.set(access.workspaces, name, workspace) }]
            }
          })
        ),

      insert: (token) =>
        modify((access) =>
          HashMap.has(access.tokens, token.hash)
            ? [false, access]
            : [true, { ...access, tokens: HashMap.set(access.tokens, token.hash, token) }]
        ),

      findByHash: (hash) => database.read(({ access }) => HashMap.get(access.tokens, hash)),

      hasAny: database.read(({ access }) => !HashMap.isEmpty(access.tokens)),

      revoke: (workspace, uuid, at) =>
        modify((access) => {
          const token = HashMap.toValues(access.tokens).find(
            (token) => token.uuid === uuid && token.workspaceUuid === workspace
          )
          if (token === undefined) return [false, access]
          const revokedAt = token.revokedAt === null ? at : DateTime.min(token.revokedAt, at)
          return [true, { ...access, tokens: HashMap.set(access.tokens, token.hash, { ...token, revokedAt }) }]
        })
    })
  })
)
