import { Context, type DateTime } from "effect"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { KeptOptOut, ListedOptOut, OptOut, OptOutFilter, OptOutScope } from "./OptOut.ts"

/** What is opted out: an address or a person, by its key, and what listings may show of it. */
export interface OptOutEntry {
  readonly key: string
  readonly isDirect: boolean
  /** The person, if the key belongs to a person. */
  readonly contact: ContactUuid | null
  /** The address, if listings may show it. */
  readonly address: string | null
}

/**
 * Port: who gets no messages of a workspace, or no marketing. A key is an address, digits without a country, or a person,
 * and has at most one opt-out of each scope. An opt-out outlives the contacts that have the address, so what a store
 * keeps of a key beyond the process is a digest of it and its workspace. The contact or the address is kept next to it,
 * until `forget`.
 */
export class OptOutStore extends Context.Service<
  OptOutStore,
  {
    /** Returns the opt-outs of these keys. Takes at most a few thousand keys. */
    readonly find: (
      workspace: WorkspaceUuid,
      keys: ReadonlyArray<string>
    ) => StorageEffect<ReadonlyMap<string, ReadonlyArray<KeptOptOut>>>

    /** Whether the workspace has no opt-out. */
    readonly isEmpty: (workspace: WorkspaceUuid) => StorageEffect<boolean>

    /**
     * Returns those of these addresses that a contact has who is opted out itself, directly, with the scopes, each once
     * and in no order.
     */
    readonly ofHolders: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => StorageEffect<ReadonlyArray<{ readonly address: string; readonly scope: OptOutScope }>>

    /**
     * Returns from what each of these contacts is opted out, itself or by an address that it has, each scope once and in
     * no order. It is what searches find. Those of keys without their address, and of addresses that a contact had, are not among them.
     */
    readonly ofContacts: (
      workspace: WorkspaceUuid,
      contacts: ReadonlyArray<ContactUuid>
    ) => StorageEffect<ReadonlyArray<{ readonly contact: ContactUuid; readonly scope: OptOutScope }>>

    /**
     * Returns the opt-outs of contacts, themselves or by an address that they have, and of addresses that no contact has:
     * the first one of each scope, the newest first, then by contact or address, then by scope. What `forget` removed is not among them.
     */
    readonly list: (
      workspace: WorkspaceUuid,
      filter: OptOutFilter,
      page: PageRequest
    ) => StorageEffect<Page<ListedOptOut>>

    /**
     * Opts keys out, since `at`, or without it since now by the store's clock. Returns each address with a new opt-out
     * once. The others stay as they were. An opt-out of the scope is replaced, though never by a merge, if only a merge
     * made it, if it was not made by request and the new one is, or if it is not direct and the new one is; one made by
     * request then keeps its source, its time and who made it. Replaced or not, its `lastAt` moves forward to `lastAt`,
     * which is `at` by default: not for a merge, and the timestamp of a merge is replaced. Called while `optOutLock` is
     * locked exclusively.
     */
    readonly add: (
      workspace: WorkspaceUuid,
      entries: ReadonlyArray<OptOutEntry>,
      optOut: Pick<OptOut, "scope" | "source" | "by">,
      at?: DateTime.Utc,
      lastAt?: DateTime.Utc
    ) => StorageEffect<ReadonlyArray<string>>

    /** Takes opt-outs back. Returns the keys that had one of these, each once. Called as `add`. */
    readonly remove: (
      workspace: WorkspaceUuid,
      optOuts: ReadonlyArray<{ readonly key: string; readonly scope: OptOutScope }>
    ) => StorageEffect<ReadonlyArray<string>>

    /** Removes the opt-outs of people, and what listings show of opt-outs of other keys: the digests stay. */
    readonly forget: (
      workspace: WorkspaceUuid,
      erased: { readonly people: ReadonlyArray<string>; readonly keys: ReadonlyArray<string> }
    ) => StorageEffect<void>
  }
>()("@rollcall/core/people/opt-outs/OptOutStore") {}
