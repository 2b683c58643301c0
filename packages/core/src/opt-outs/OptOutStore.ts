import { Context, type DateTime } from "effect"
import type { WorkspaceUuid } from "../shared/Ids.ts"
import type { StorageEffect } from "../shared/StorageError.ts"
import type { OptOut } from "./OptOut.ts"

/**
 * Port: the addresses that get no messages of a workspace. An opt-out outlives the contacts that have the address (C7), so
 * what a store keeps beyond the process is a digest of the address and its workspace, and not the address.
 */
export class OptOutStore extends Context.Service<
  OptOutStore,
  {
    /** Returns those of these addresses that are opted out, at most a few thousand in one call. */
    readonly find: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => StorageEffect<ReadonlyMap<string, OptOut>>

    /**
     * Opts addresses out, since `at`, or without it since now by the store's clock. Returns those that were not opted out before, each once;
     * the others stay as they were. One that was opted out by a merge alone counts as not opted out, unless for a merge. Called while `optOutLock` is locked exclusively.
     */
    readonly add: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>,
      source: Pick<OptOut, "source" | "by">,
      at?: DateTime.Utc
    ) => StorageEffect<ReadonlyArray<string>>

    /** Takes the opt-outs of addresses back. Returns those that were opted out, each once. Called as `add`. */
    readonly remove: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => StorageEffect<ReadonlyArray<string>>
  }
>()("@rollcall/core/opt-outs/OptOutStore") {}
