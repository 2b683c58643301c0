import { Context, type DateTime } from "effect"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { KeptOptOut, ListedOptOut, OptOut, OptOutFilter, OptOutScope } from "./OptOut.ts"

/** The key of an address or person to opt out, with the data that lists of opt-outs may show. */
export interface OptOutEntry {
  readonly key: string
  readonly isDirect: boolean
  /** The person if the key belongs to a person, otherwise null. */
  readonly contact: ContactUuid | null
  /** The address if lists of opt-outs may show it, otherwise null. */
  readonly address: string | null
}

/**
 * Port: the opt-outs of every workspace. A key is an address, digits without a country, or a person, and has at most one
 * opt-out of each scope. An opt-out outlives the contacts that have the address, so a persistent store keeps only a digest
 * of the key and its workspace. The contact or the address is stored next to the digest until `forget`.
 */
export class OptOutStore extends Context.Service<
  OptOutStore,
  {
    /** Returns the opt-outs of these keys. Takes at most a few thousand keys. */
    readonly find: (
      workspace: WorkspaceUuid,
      keys: ReadonlyArray<string>
    ) => StorageEffect<ReadonlyMap<string, ReadonlyArray<KeptOptOut>>>

    /** Returns whether the workspace has no opt-outs. */
    readonly isEmpty: (workspace: WorkspaceUuid) => StorageEffect<boolean>

    /**
     * Returns the given addresses that belong to a directly opted-out contact, with the scopes of the contact's opt-outs.
     * Each pair occurs once, in no order.
     */
    readonly ofHolders: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => StorageEffect<ReadonlyArray<{ readonly address: string; readonly scope: OptOutScope }>>

    /**
     * Returns the scopes in which each of these contacts is opted out, by itself or by a current address. Searches use the
     * same rule. Each scope occurs once per contact, in no order. Excludes opt-outs of former addresses, and of keys stored
     * without their address.
     */
    readonly ofContacts: (
      workspace: WorkspaceUuid,
      contacts: ReadonlyArray<ContactUuid>
    ) => StorageEffect<ReadonlyArray<{ readonly contact: ContactUuid; readonly scope: OptOutScope }>>

    /**
     * Returns the opt-outs of contacts (by themselves or by a current address) and of addresses without a contact. Includes
     * only the first opt-out of each scope. The order is newest first, then by contact or address, then by scope. Excludes
     * opt-outs that `forget` has hidden.
     */
    readonly list: (
      workspace: WorkspaceUuid,
      filter: OptOutFilter,
      page: PageRequest
    ) => StorageEffect<Page<ListedOptOut>>

    /**
     * Opts keys out from `at` (default: now, by the store's clock). Returns each key with a new or replaced opt-out
     * once. Called while `optOutLock` is locked exclusively.
     *
     * An existing opt-out of the scope is replaced in three cases: only a merge made it; the new opt-out is by request and
     * the old opt-out is not; or the new opt-out is direct and the old opt-out is not. In the third case, an old opt-out by
     * request keeps its source, time and actor. A merge replaces nothing.
     *
     * The `lastAt` of an existing opt-out moves forward to `lastAt` (default: `at`), whether the opt-out is replaced or
     * not. A merge does not change `lastAt`. If the existing opt-out was made by a merge, its `lastAt` is replaced.
     */
    readonly add: (
      workspace: WorkspaceUuid,
      entries: ReadonlyArray<OptOutEntry>,
      optOut: Pick<OptOut, "scope" | "source" | "by">,
      at?: DateTime.Utc,
      lastAt?: DateTime.Utc
    ) => StorageEffect<ReadonlyArray<string>>

    /**
     * Removes opt-outs. Returns each key that had one of these opt-outs, without duplicates. Called while `optOutLock` is
     * locked exclusively.
     */
    readonly remove: (
      workspace: WorkspaceUuid,
      optOuts: ReadonlyArray<{ readonly key: string; readonly scope: OptOutScope }>
    ) => StorageEffect<ReadonlyArray<string>>

    /**
     * Removes the opt-outs of people. For other keys, removes the contact and address that lists show, and keeps the
     * digests.
     */
    readonly forget: (
      workspace: WorkspaceUuid,
      erased: { readonly people: ReadonlyArray<string>; readonly keys: ReadonlyArray<string> }
    ) => StorageEffect<void>
  }
>()("@rollcall/core/people/opt-outs/OptOutStore") {}
