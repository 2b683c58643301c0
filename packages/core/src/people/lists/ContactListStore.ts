import { Context, type DateTime, type Option } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import type { ActorUuid, ContactListUuid, ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { PlaceInTime } from "../../shared/Instant.ts"
import type { Page, PageRequest, PlacePage, PlaceRequest } from "../../shared/Page.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { ContactList, ContactListSort, ContactListStatus, MemberListing } from "./ContactList.ts"

/** Whether a contact was added to a list, was already on the list, or does not exist. */
export type MemberOutcome = "added" | "present" | "unknown"

/** A contact's membership in a list, with the time of the addition and the user who added the contact. */
export interface Membership {
  readonly list: Pick<ContactList, "uuid" | "name">
  readonly addedAt: DateTime.Utc
  readonly addedBy: ActorUuid
}

/** A contact that was removed from a list. */
export interface RemovedMember extends Omit<Membership, "list"> {
  readonly contact: ContactUuid
}

/**
 * A filter of lists: by status, by a string in the folded name (taken literally), and by a contact on the list. Null
 * sets no condition.
 */
export interface ContactListFilter {
  readonly status: ContactListStatus | null
  readonly nameContains: string | null
  readonly contact: ContactUuid | null
}

/**
 * Port: the lists of every workspace and their members. Counts exclude archived members.
 *
 * @see docs/contributing/decisions.md, L3
 */
export class ContactListStore extends Context.Service<
  ContactListStore,
  {
    /**
     * Stores a list without members, and ignores its `count`. Fails with `Conflict` if the workspace has a list with this
     * uuid.
     */
    readonly insert: (list: ContactList) => StorageEffect<void>

    /** Returns a list, archived or not. */
    readonly find: (workspace: WorkspaceUuid, uuid: ContactListUuid) => StorageEffect<Option.Option<ContactList>>

    /** Returns a list, and locks the list and its members exclusively until the surrounding transaction ends. */
    readonly lock: (workspace: WorkspaceUuid, uuid: ContactListUuid) => StorageEffect<Option.Option<ContactList>>

    /** Replaces the locked list with this uuid. The members and the count stay unchanged. */
    readonly replace: (list: ContactList) => StorageEffect<void>

    /** Returns the lists that satisfy the filter, by folded name or creation, then by uuid in the same direction. */
    readonly list: (
      workspace: WorkspaceUuid,
      filter: ContactListFilter,
      sort: ContactListSort,
      page: PageRequest
    ) => StorageEffect<Page<ContactList>>

    /**
     * Returns the contacts on a list, sorted like a search or last added first (by the `now` of `addMembers`), then by
     * uuid in the same direction. Archived contacts are included only on request. Empty if the list does not exist.
     * With last added first, the key of a position is the timestamp in milliseconds.
     *
     * @see docs/contributing/decisions.md, C4
     */
    readonly members: (
      workspace: WorkspaceUuid,
      uuid: ContactListUuid,
      listing: MemberListing,
      page: PlaceRequest
    ) => StorageEffect<PlacePage<Contact>>

    /**
     * Returns at most `limit` memberships of a contact before a position, newest first, including archived lists. The order
     * is by the time of addition, then by the uuid of the list.
     */
    readonly membershipsBefore: (
      workspace: WorkspaceUuid,
      contact: ContactUuid,
      place: PlaceInTime,
      limit: number
    ) => StorageEffect<ReadonlyArray<Membership>>

    /** Returns which of these lists a contact is on, archived or not, in no order. The uuids are distinct. */
    readonly among: (
      workspace: WorkspaceUuid,
      contact: ContactUuid,
      lists: ReadonlyArray<ContactListUuid>
    ) => StorageEffect<ReadonlyArray<ContactListUuid>>

    /**
     * Adds contacts, including archived contacts, to a locked list in one step, and returns an outcome for each. The
     * uuids are distinct. If a contact is added, sets the list's `updatedBy` to `by` and `updatedAt` to `now`. Returns
     * an empty map if the list does not exist.
     */
    readonly addMembers: (
      workspace: WorkspaceUuid,
      uuid: ContactListUuid,
      contacts: ReadonlyArray<ContactUuid>,
      by: ActorUuid,
      now: DateTime.Utc
    ) => StorageEffect<ReadonlyMap<ContactUuid, MemberOutcome>>

    /**
     * Removes contacts from a locked list. Returns the removed contacts in no order, with the time and the actor of each
     * addition. If a contact is removed, sets the list's `updatedBy` to `by` and `updatedAt` to `now`.
     */
    readonly removeMembers: (
      workspace: WorkspaceUuid,
      uuid: ContactListUuid,
      contacts: ReadonlyArray<ContactUuid>,
      by: ActorUuid,
      now: DateTime.Utc
    ) => StorageEffect<ReadonlyArray<RemovedMember>>
  }
>()("@rollcall/core/people/lists/ContactListStore") {}
