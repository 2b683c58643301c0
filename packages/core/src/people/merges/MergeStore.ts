import { Context, type Effect, type Option } from "effect"
import type { IdentifierKey } from "../contacts/Identifiers.ts"
import type { SearchLimits } from "../search/SearchLimit.ts"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { PlacePage, PlaceRequest } from "../../shared/Page.ts"
import type { StorageEffect, StorageError } from "../../shared/StorageError.ts"
import type { Belongings, ContactMerge, MergedContact } from "./ContactMerge.ts"
import type { DuplicateGroup, DuplicateKind } from "./Duplicates.ts"

/**
 * Port: the merges of all workspaces that were not undone, the belongings of contacts, and possible duplicates. Every write
 * is called while the workspace's `optOutLock` is locked exclusively.
 */
export class MergeStore extends Context.Service<
  MergeStore,
  {
    /**
     * Stores a merge, with the former identifiers that the merged contact may lack. For these identifiers,
     * `lockIdentifiers` returns the merge's `from`. The contact `from` must not be merged already.
     */
    readonly add: (merge: ContactMerge, identifiers: ReadonlyArray<IdentifierKey>) => StorageEffect<void>

    /**
     * Removes a contact's merge and the identifiers stored with the merge. Does nothing for a contact that was not merged.
     */
    readonly remove: (workspace: WorkspaceUuid, from: ContactUuid) => StorageEffect<void>

    /** Returns the last merge into a contact. */
    readonly last: (workspace: WorkspaceUuid, into: ContactUuid) => StorageEffect<Option.Option<ContactMerge>>

    /** Returns the same merges as `all` without their states, which may be large. */
    readonly mergedInto: (workspace: WorkspaceUuid, into: ContactUuid) => StorageEffect<ReadonlyArray<MergedContact>>

    /** Returns all merges into a contact, including merges through other contacts, in any order. */
    readonly all: (workspace: WorkspaceUuid, into: ContactUuid) => StorageEffect<ReadonlyArray<ContactMerge>>

    /**
     * Returns groups of contacts with the same identifier, by kind and value, without archived contacts. Each group has its
     * oldest contacts, at most `maxShownDuplicates`. May scan all contacts, within `limits`.
     */
    readonly duplicates: <E>(
      workspace: WorkspaceUuid,
      kinds: ReadonlyArray<DuplicateKind>,
      page: PlaceRequest,
      limits: SearchLimits<E>
    ) => Effect.Effect<PlacePage<DuplicateGroup>, StorageError | E>

    /** Returns the belongings of a contact, in any order. Empty for an unknown contact. */
    readonly belongings: (workspace: WorkspaceUuid, contact: ContactUuid) => StorageEffect<Belongings>

    /**
     * Gives two locked contacts exactly these memberships and former addresses, and moves each note to its new contact.
     * Doesn't update the timestamps of contacts, lists or notes. Lists that a contact joins are locked.
     */
    readonly distribute: (
      workspace: WorkspaceUuid,
      shares: ReadonlyArray<{ readonly contact: ContactUuid; readonly belongings: Belongings }>
    ) => StorageEffect<void>
  }
>()("@rollcall/core/people/merges/MergeStore") {}
