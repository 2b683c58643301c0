import { Context, type Effect, type Option } from "effect"
import type { IdentifierKey } from "../contacts/Identifiers.ts"
import type { SearchLimits } from "../search/SearchLimit.ts"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { PlacePage, PlaceRequest } from "../../shared/Page.ts"
import type { StorageEffect, StorageError } from "../../shared/StorageError.ts"
import type { Belongings, ContactMerge, MergedContact } from "./ContactMerge.ts"
import type { DuplicateGroup, DuplicateKind } from "./Duplicates.ts"

/**
 * Port: the merges of every workspace that were not undone, what belongs to the contacts that are merged, and which contacts
 * might be. What writes is called while `optOutLock` of the workspace is locked exclusively.
 */
export class MergeStore extends Context.Service<
  MergeStore,
  {
    /**
     * Keeps a merge, and the identifiers by which the contacts were known that the merged one need not have: with these
     * `lockIdentifiers` names its `from`. Its `from` must not be merged already.
     */
    readonly add: (merge: ContactMerge, identifiers: ReadonlyArray<IdentifierKey>) => StorageEffect<void>

    /** Removes the merge of a contact with its identifiers, if there is one. */
    readonly remove: (workspace: WorkspaceUuid, from: ContactUuid) => StorageEffect<void>

    /** Returns the last merge into a contact. */
    readonly last: (workspace: WorkspaceUuid, into: ContactUuid) => StorageEffect<Option.Option<ContactMerge>>

    /** Returns the same merges as `all` without their states, which may be large. */
    readonly mergedInto: (workspace: WorkspaceUuid, into: ContactUuid) => StorageEffect<ReadonlyArray<MergedContact>>

    /** Returns all merges into a contact, also through other contacts, in no order. */
    readonly all: (workspace: WorkspaceUuid, into: ContactUuid) => StorageEffect<ReadonlyArray<ContactMerge>>

    /**
     * Returns the groups of these kinds, by kind and value: contacts that are not archived and have the same identifier.
     * Each has its oldest contacts, at most `maxShownDuplicates`. It may look at every contact, and runs by `limits`.
     */
    readonly duplicates: <E>(
      workspace: WorkspaceUuid,
      kinds: ReadonlyArray<DuplicateKind>,
      page: PlaceRequest,
      limits: SearchLimits<E>
    ) => Effect.Effect<PlacePage<DuplicateGroup>, StorageError | E>

    /** Returns what belongs to a contact: each list in no order, and nothing for an unknown one. */
    readonly belongings: (workspace: WorkspaceUuid, contact: ContactUuid) => StorageEffect<Belongings>

    /**
     * Gives two locked contacts exactly these memberships and former addresses, and moves each of these notes to the
     * contact that it is of. No contact, list or note counts as changed. Lists that are gained are locked.
     */
    readonly distribute: (
      workspace: WorkspaceUuid,
      shares: ReadonlyArray<{ readonly contact: ContactUuid; readonly belongings: Belongings }>
    ) => StorageEffect<void>
  }
>()("@rollcall/core/people/merges/MergeStore") {}
