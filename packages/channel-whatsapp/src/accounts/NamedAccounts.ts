import { WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { WorkspaceStore } from "@rollcall/core/storage"
import { type Duration, Effect, Layer, Schema } from "effect"
import { WhatsAppAccount } from "../graph/WhatsAppAccount.ts"
import { WhatsAppAccounts } from "./WhatsAppAccounts.ts"

/** An account with the name of its workspace instead of the uuid. */
export const NamedAccount = WhatsAppAccount.mapFields((fields) => ({ ...fields, workspace: Schema.NonEmptyString }))
export type NamedAccount = typeof NamedAccount.Type

/**
 * Provides accounts from a function that names each account's workspace. Missing workspaces are created. The function is
 * called again after `refreshEvery`, as in `WhatsAppAccounts.layerFrom`.
 */
export const layerNamed = (
  load: Effect.Effect<ReadonlyArray<NamedAccount>, unknown>,
  refreshEvery?: Duration.Input
): Layer.Layer<WhatsAppAccounts, never, WorkspaceStore> =>
  Layer.unwrap(
    Effect.map(WorkspaceStore, ({ ensure }) => {
      const resolve = Effect.fnUntraced(function* ({ workspace: name, ...account }: NamedAccount) {
        const workspace = yield* ensure(name, WorkspaceUuid.make(yield* nextId))
        return { ...account, workspace: workspace.uuid }
      })
      return WhatsAppAccounts.layerFrom(
        Effect.flatMap(load, (accounts) => Effect.forEach(accounts, resolve)),
        refreshEvery
      )
    })
  )
