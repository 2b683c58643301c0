import { Context, type Option } from "effect"
import type { ContactUuid, WorkspaceUuid } from "../shared/Ids.ts"
import type { StorageEffect } from "../shared/StorageError.ts"
import type { Belongings, ContactMerge } from "./ContactMerge.ts"

/**
 * Port: the merges of every workspace that were not undone, and what belongs to the contacts that are merged. Calls of one
 * workspace are made while `optOutLock` is locked exclusively.
 */
export class MergeStore extends Context.Service<
  MergeStore,
  {
    /** Keeps a merge. There is none of its `from`. */
    readonly add: (merge: ContactMerge) => StorageEffect<void>

    /** Removes the merge of a contact, if there is one. */
    readonly remove: (workspace: WorkspaceUuid, from: ContactUuid) => StorageEffect<void>

    /** Returns the last merge into a contact. */
    readonly last: (workspace: WorkspaceUuid, into: ContactUuid) => StorageEffect<Option.Option<ContactMerge>>

    /** Returns all merges into a contact, also through others: those of every uuid that names it but its own, in no order. */
    readonly all: (workspace: WorkspaceUuid, into: ContactUuid) => StorageEffect<ReadonlyArray<ContactMerge>>

    /** Returns what belongs to a contact: each list in no order, and nothing for an unknown one. */
    readonly belongings: (workspace: WorkspaceUuid, contact: ContactUuid) => StorageEffect<Belongings>

    /**
     * Gives two locked contacts these memberships and former addresses, and none besides, and moves each of these notes to
     * the contact that it is of. No contact, list or note counts as changed. Lists that are gained are locked.
     */
    readonly distribute: (
      workspace: WorkspaceUuid,
      shares: ReadonlyArray<{ readonly contact: ContactUuid; readonly belongings: Belongings }>
    ) => StorageEffect<void>
  }
>()("@rollcall/core/merges/MergeStore") {}
