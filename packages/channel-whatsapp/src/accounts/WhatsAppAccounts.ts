import { StorageError, type WorkspaceUuid } from "@rollcall/core"
import { Context, type Duration, Effect, Layer } from "effect"
import { remember } from "./Remembered.ts"
import type { WhatsAppAccount } from "../graph/WhatsAppAccount.ts"

/** The accounts of the workspaces. A phone number belongs to one account. */
export class WhatsAppAccounts extends Context.Service<
  WhatsAppAccounts,
  {
    /** Returns every account. Must be fast, because each send and each webhook reads the accounts. */
    readonly all: Effect.Effect<ReadonlyArray<WhatsAppAccount>, StorageError>
  }
>()("@rollcall/channel-whatsapp/WhatsAppAccounts") {
  /** Provides a fixed list of accounts. */
  static readonly layerOf = (accounts: ReadonlyArray<WhatsAppAccount>): Layer.Layer<WhatsAppAccounts> =>
    Layer.succeed(WhatsAppAccounts, { all: Effect.succeed(accounts) })

  /**
   * Provides accounts from a function of the host. The function is called again after `refreshEvery` (default: 1 minute).
   * If a later call fails, the last accounts stay in use. If the first call fails, `all` fails with `Unavailable`.
   */
  static readonly layerFrom = (
    load: Effect.Effect<ReadonlyArray<WhatsAppAccount>, unknown>,
    refreshEvery: Duration.Input = "1 minute"
  ): Layer.Layer<WhatsAppAccounts> =>
    Layer.sync(WhatsAppAccounts, () => {
      const accounts = remember<ReadonlyArray<WhatsAppAccount>, StorageError>("accounts", refreshEvery)
      const loaded = Effect.mapError(load, unread)
      return { all: accounts.get(loaded) }
    })
}

const unread = (cause: unknown) =>
  new StorageError({ reason: "Unavailable", cause, channel: "the host's function that returns the accounts failed" })

export const accountsOf = (
  accounts: WhatsAppAccounts["Service"],
  workspace: WorkspaceUuid
): Effect.Effect<ReadonlyArray<WhatsAppAccount>, StorageError> =>
  Effect.map(accounts.all, (all) => all.filter((account) => account.workspace === workspace))
