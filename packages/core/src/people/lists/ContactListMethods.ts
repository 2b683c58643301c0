import type { Effect } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import type { ContactNotFound } from "../contacts/FindContact.ts"
import type { Caller, ContactListUuid, ContactUuid } from "../../shared/Ids.ts"
import type { InvalidInput } from "../../shared/Issue.ts"
import type { CursorPage, CursorRequest, Page, PageRequest } from "../../shared/Page.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type {
  ContactList,
  ContactListArchived,
  ContactListFields,
  ContactListListing,
  ContactListNotFound,
  ListsOfContact,
  MemberFilter,
  NewContactList
} from "./ContactList.ts"

/** The contacts that were added to a list, and a warning for each contact that was not added. */
export interface AddedMembers {
  readonly added: ReadonlyArray<ContactUuid>
  readonly warnings: ReadonlyArray<{ readonly uuid: ContactUuid; readonly message: string }>
}

type ChangeError = ContactListNotFound | ContactListArchived | StorageError

/** The operations of `ContactLists`. */
export interface ContactListMethods {
  /**
   * Creates an empty list. Fails with every issue of the name and emoji.
   *
   * @param fields A name of 1 to 250 characters after trimming, and optionally one emoji.
   * @example
   * const lists = yield* ContactLists
   * const { uuid } = yield* lists.create(caller, { name: "Newsletter", emoji: "📰" })
   * return uuid
   */
  readonly create: (caller: Caller, fields: NewContactList) => Effect.Effect<ContactList, InvalidInput | StorageError>

  /**
   * Returns a list, archived or not.
   *
   * @example
   * const lists = yield* ContactLists
   * const { count, name } = yield* lists.get(caller, list)
   * return [name, count]
   */
  readonly get: (
    caller: Caller,
    uuid: ContactListUuid
  ) => Effect.Effect<ContactList, ContactListNotFound | StorageError>

  /**
   * Returns the lists with a status and with the search string in their name, ignoring case.
   *
   * @param listing `{}` for active lists by name.
   * @param page At most `limit` items after the first `offset`: integers from 0.
   * @example
   * const lists = yield* ContactLists
   * const { items } = yield* lists.list(caller, { search: "news" }, { limit: 50, offset: 0 })
   * return items.map(({ name }) => name)
   */
  readonly list: (
    caller: Caller,
    listing: ContactListListing,
    page: PageRequest
  ) => Effect.Effect<Page<ContactList>, InvalidInput | StorageError>

  /**
   * Changes the given fields of a list. A null emoji is removed. Fails if the list is archived.
   *
   * @param fields Absent fields stay unchanged.
   * @example
   * const lists = yield* ContactLists
   * return yield* lists.update(caller, list, { name: "Newsletter in German", emoji: null })
   */
  readonly update: (
    caller: Caller,
    uuid: ContactListUuid,
    fields: ContactListFields
  ) => Effect.Effect<ContactList, InvalidInput | ChangeError>

  /**
   * Archives a list. Changes nothing if the list is already archived.
   *
   * @example
   * const lists = yield* ContactLists
   * yield* lists.archive(caller, list)
   */
  readonly archive: (caller: Caller, uuid: ContactListUuid) => Effect.Effect<void, ContactListNotFound | StorageError>

  /**
   * Restores an archived list with its contacts. Changes nothing if the list is not archived.
   *
   * @example
   * const lists = yield* ContactLists
   * const { count } = yield* lists.restore(caller, list)
   * return count
   */
  readonly restore: (
    caller: Caller,
    uuid: ContactListUuid
  ) => Effect.Effect<ContactList, ContactListNotFound | StorageError>

  /**
   * Returns the contacts on a list. The list may be archived.
   *
   * @param listing Default `{}`: contacts that are not archived, last added first.
   * @param page At most `limit` items after the first `offset`; or, with `after` and offset 0, the items that follow the
   *   page with this `next`.
   * @example
   * const lists = yield* ContactLists
   * const { items, total } = yield* lists.members(caller, list, {}, { limit: 50, offset: 0 })
   * return [total, items.map(({ email }) => email)]
   */
  readonly members: (
    caller: Caller,
    uuid: ContactListUuid,
    listing: MemberFilter,
    page: CursorRequest
  ) => Effect.Effect<CursorPage<Contact>, ContactListNotFound | InvalidInput | StorageError>

  /**
   * Adds contacts to a list. Returns a warning for each contact that is already on the list, does not exist or is named
   * twice.
   *
   * @param contacts The contacts to add in one transaction. The HTTP API accepts at most 100.
   * @example
   * const lists = yield* ContactLists
   * const { added, warnings } = yield* lists.addMembers(caller, list, [contact])
   * return [added.length, warnings.map(({ message }) => message)]
   */
  readonly addMembers: (
    caller: Caller,
    uuid: ContactListUuid,
    contacts: ReadonlyArray<ContactUuid>
  ) => Effect.Effect<AddedMembers, ChangeError>

  /**
   * Removes contacts from a list. Contacts that are not on the list are ignored.
   *
   * @param contacts The contacts to remove in one transaction. The HTTP API accepts at most 100.
   * @example
   * const lists = yield* ContactLists
   * yield* lists.removeMembers(caller, list, [contact])
   */
  readonly removeMembers: (
    caller: Caller,
    uuid: ContactListUuid,
    contacts: ReadonlyArray<ContactUuid>
  ) => Effect.Effect<void, ChangeError>

  /**
   * Returns the lists that a contact is on.
   *
   * @param contact The contact's uuid. For a merged contact, the survivor is used.
   * @param filter `{}` for active and archived lists.
   * @param page At most `limit` items after the first `offset`: integers from 0.
   * @example
   * const lists = yield* ContactLists
   * const { items } = yield* lists.ofContact(caller, contact, { status: "active" }, { limit: 50, offset: 0 })
   * return items.map(({ name }) => name)
   */
  readonly ofContact: (
    caller: Caller,
    contact: ContactUuid,
    filter: ListsOfContact,
    page: PageRequest
  ) => Effect.Effect<Page<ContactList>, ContactNotFound | InvalidInput | StorageError>
}
