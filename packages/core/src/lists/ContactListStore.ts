import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import type { ActorUuid, ContactListUuid, ContactUuid, WorkspaceUuid } from "../shared/Ids.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { StorageError } from "../shared/StorageError.ts"
import type { ContactList, ContactListSort, ContactListStatus, MemberListing } from "./ContactList.ts"

/** What became of a contact that was to be added: it is on the list now, was on it before, or is not there (L3). */
export type MemberOutcome = "added" | "present" | "unknown"

/** Which lists are wanted: those of a status, with a text in their name, with a contact on them. */
export interface ContactListFilter {
  readonly status: ContactListStatus | null
  readonly nameContains: string | null
  readonly contact: ContactUuid | null
}

/** Port: the lists of every workspace and who is on them. Counts are of members that are not archived (L3). */
export class ContactListStore extends Context.Service<
  ContactListStore,
  {
    /**
     * Adds a list without members, whatever its count says. Its uuid is new in the workspace: a second one is a
     * `Conflict`.
     */
    readonly insert: (list: ContactList) => Effect.Effect<void, StorageError>

    /** Finds a list, archived or not (L2). */
    readonly find: (
      workspace: WorkspaceUuid,
      uuid: ContactListUuid
    ) => Effect.Effect<Option.Option<ContactList>, StorageError>

    /** Finds a list and keeps others from changing it or its members until the surrounding transaction ends. */
    readonly lock: (
      workspace: WorkspaceUuid,
      uuid: ContactListUuid
    ) => Effect.Effect<Option.Option<ContactList>, StorageError>

    /** Puts a list in the place of the locked one with its uuid; its members, and so its count, stay. */
    readonly replace: (list: ContactList) => Effect.Effect<void, StorageError>

    /**
     * The lists that satisfy the filter, by name (folded) or creation, then by uuid in the same direction. What the filter
     * says null of is not asked for; `nameContains` is a part of the folded name, compared literally.
     */
    readonly list: (
      workspace: WorkspaceUuid,
      filter: ContactListFilter,
      sort: ContactListSort,
      page: PageRequest
    ) => Effect.Effect<Page<ContactList>, StorageError>

    /**
     * The contacts on a list, in the order of a search or those added last first, then by uuid in the same direction;
     * archived ones only if they are asked for (C4). A contact was added at the `now` of `addMembers`. None when the
     * workspace has no such list.
     */
    readonly members: (
      workspace: WorkspaceUuid,
      uuid: ContactListUuid,
      listing: MemberListing,
      page: PageRequest
    ) => Effect.Effect<Page<Contact>, StorageError>

    /**
     * Puts contacts, archived ones too, on a locked list in one step, and tells of each what happened (L3). The uuids are
     * distinct. If one is added, the list was updated `by` somebody `now`. The answer is empty when the workspace has no
     * such list.
     */
    readonly addMembers: (
      workspace: WorkspaceUuid,
      uuid: ContactListUuid,
      contacts: ReadonlyArray<ContactUuid>,
      by: ActorUuid,
      now: DateTime.Utc
    ) => Effect.Effect<ReadonlyMap<ContactUuid, MemberOutcome>, StorageError>

    /**
     * Takes contacts off a locked list in one step; those that are not on it are passed over (L3). If one was on it, the
     * list was updated `by` somebody `now`.
     */
    readonly removeMembers: (
      workspace: WorkspaceUuid,
      uuid: ContactListUuid,
      contacts: ReadonlyArray<ContactUuid>,
      by: ActorUuid,
      now: DateTime.Utc
    ) => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/lists/ContactListStore") {}
