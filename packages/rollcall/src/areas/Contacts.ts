import type { CallOptions, CursorOptions, CursorPage, Page, PageOptions } from "../methods/Inputs.ts"
import type { ContactFieldMethods } from "./CustomFields.ts"
import type { ContactList, ContactListFilter } from "./Lists.ts"
import type { ContactSearch } from "../inputs/Search.ts"
import type {
  Contact,
  ContactInput,
  DuplicateGroup,
  ErasureReceipt,
  TimelinePage,
  UndoneMerge
} from "../results/Contact.ts"

export type * from "../results/Contact.ts"

/** Which contact to merge into another contact, and which values to keep. */
export interface MergeInput {
  /** The uuid of the contact that is merged into the other one. */
  readonly from: string
  /**
   * Which value to keep, by field name or custom field key: `this` for the survivor's, or `from`. Default: the survivor's
   * value, or the value of `from` if the survivor has no value.
   */
  readonly keep?: { readonly [field: string]: "this" | "from" } | undefined
}

/** Which merge to undo. */
export interface UndoInput {
  /** The uuid of the contact that was merged, to make sure that it is the last one. */
  readonly from?: string | undefined
}

/** Which duplicates to return. */
export interface DuplicateFilter {
  /** The identifier that contacts have in common. Default: any identifier. */
  readonly field?: "email" | "phoneNumber" | "chatappId" | "externalContactId" | null | undefined
}

/** Which part of a timeline to return. */
export interface TimelineRequest {
  /** The `next` of the previous page. Default: starts with the newest entry. */
  readonly after?: string | null | undefined
  /** The types of the entries. Default: all. */
  readonly types?: ReadonlyArray<TimelinePage["items"][number]["type"]> | null | undefined
  /** The most entries to return, 1 to 100. Default: 50. */
  readonly limit?: number | undefined
}

/** The contacts of a workspace: creates, reads, changes, finds, merges and erases them. */
export interface ContactMethods {
  /** Reads and sets the custom field values of a contact. */
  readonly fields: ContactFieldMethods

  /**
   * Creates a contact. It needs one identifier: `externalContactId`, `email`, `phoneNumber`, `chatappId` or
   * `socialmsgId`.
   *
   * @param contact The fields, each a string of at most 1,000 characters, and the values of custom fields by field key.
   *   White space around a text is removed; a text of only white space is null.
   * @returns The contact as it is stored, with its `uuid`.
   * @throws {invalid_input} when an identifier is missing, a string is too long, or a custom field is not known or does not
   *   take the value. `issues` has each of them. With the setting `contacts.uniqueIdentifiers` also when another contact
   *   has an identifier: the issue `already_exists`.
   * @example
   * const zoe = await clinic.contacts.create({ firstName: "Zoë", phoneNumber: "+49 30 901820" })
   * console.log(zoe.uuid, zoe.createdAt)
   */
  readonly create: (contact: ContactInput, options?: CallOptions) => Promise<Contact>

  /**
   * Returns a contact, archived or not. The uuid of a merged contact returns its survivor.
   *
   * @param uuid The uuid of the contact.
   * @returns The contact.
   * @throws {not_found} when the workspace has no such contact.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { uuid } = await clinic.contacts.create({ email: "zoe@example.org" })
   * const zoe = await clinic.contacts.get(uuid)
   * console.log(zoe.email)
   */
  readonly get: (uuid: string, options?: CallOptions) => Promise<Contact>

  /**
   * Changes some fields and custom values of a contact.
   *
   * @param uuid The uuid of the contact.
   * @param contact What changes: an absent field stays as it is, null clears it. Limits are those of `create`.
   * @returns The contact as it is stored now.
   * @throws {not_found} when the workspace has no such contact.
   * @throws {invalid_input} when the contact would have no identifier left, or for the reasons of `create`.
   * @example
   * const { uuid } = await clinic.contacts.create({ email: "zoe@example.org", lastName: "Ash" })
   * const zoe = await clinic.contacts.update(uuid, { firstName: "Zoë", lastName: null })
   * console.log(zoe.lastName === null)
   */
  readonly update: (uuid: string, contact: ContactInput, options?: CallOptions) => Promise<Contact>

  /**
   * Archives a contact. Searches still find it, and broadcasts to an audience don't reach it. Changes nothing if it is
   * archived already.
   *
   * @param uuid The uuid of the contact.
   * @returns The contact as it is stored now.
   * @throws {not_found} when the workspace has no such contact.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { uuid } = await clinic.contacts.create({ email: "zoe@example.org" })
   * const { archived } = await clinic.contacts.archive(uuid)
   * console.log(archived)
   */
  readonly archive: (uuid: string, options?: CallOptions) => Promise<Contact>

  /**
   * Restores an archived contact. Does nothing if it is not archived.
   *
   * @param uuid The uuid of the contact.
   * @returns The contact as it is stored now.
   * @throws {not_found} when the workspace has no such contact.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { uuid } = await clinic.contacts.create({ email: "zoe@example.org" })
   * await clinic.contacts.archive(uuid)
   * const { archived } = await clinic.contacts.restore(uuid)
   * console.log(archived)
   */
  readonly restore: (uuid: string, options?: CallOptions) => Promise<Contact>

  /**
   * Returns the contacts that match the search term and every filter, including archived contacts.
   *
   * @param request The term, the filters and the order. Default: every contact, newest first.
   * @param options The part of the result: `limit` contacts (default: 50), from an `offset` or `after` the previous page.
   * @returns One page of contacts, how many there are in total, and `next` for the next page.
   * @throws {invalid_input} when a field is not known, an operator or a value does not fit its field, or a limit is
   *   exceeded. A filter is never ignored.
   * @throws {search_stopped} when the search takes longer than the setting `search.deadline`, or more than
   *   `search.atOnce` slow searches run already.
   * @example
   * await clinic.contacts.create({ firstName: "Zoë", email: "zoe@example.org" })
   * const { items: contacts, total } = await clinic.contacts.search(
   *   { advancedSearch: [{ field: "firstName", operator: "starts_with", value: "zo" }] },
   *   { limit: 10 }
   * )
   * console.log(`${contacts.length} of ${total}`)
   */
  readonly search: (request?: ContactSearch, options?: CursorOptions) => Promise<CursorPage<Contact>>

  /**
   * Erases a contact permanently: its values, lists, notes and messages, and everything that names the person in broadcasts
   * and imports, whose counts stay. A message that is not yet being sent is not sent. This cannot be undone.
   *
   * @param uuid The uuid of the contact.
   * @returns What was removed, in numbers. With `isComplete` false, workers remove the rest.
   * @throws {not_found} when the workspace has no such contact.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { uuid } = await clinic.contacts.create({ email: "zoe@example.org" })
   * const receipt = await clinic.contacts.erase(uuid)
   * console.log(receipt.isComplete, receipt.recipients)
   */
  readonly erase: (uuid: string, options?: CallOptions) => Promise<ErasureReceipt>

  /**
   * Returns the groups of contacts that are not archived and have the same e-mail address, number or external id.
   *
   * @param filter `field`, the identifier that is compared. Default: all identifiers.
   * @param options The part of the result: `limit` groups (default: 50), from an `offset` or `after` the previous page.
   * @returns One page of groups, each with its value, the number of its contacts, and the 10 oldest contacts.
   * @throws {invalid_input} when `field` is not one of the identifiers, or the page is not valid.
   * @throws {search_stopped} when it takes longer than the setting `search.deadline`, or more than `search.atOnce` such
   *   requests run already.
   * @example
   * const { items: groups } = await clinic.contacts.duplicates({ field: "email" })
   * for (const { contacts, value } of groups) console.log(value, contacts.length)
   */
  readonly duplicates: (filter?: DuplicateFilter, options?: CursorOptions) => Promise<CursorPage<DuplicateGroup>>

  /**
   * Merges a contact into another contact, the survivor. It has the lists, notes, opt-outs and addresses of both, and the
   * uuid of the other contact returns it.
   *
   * @param uuid The uuid of the contact that survives.
   * @param request `from`, the uuid of the contact that is merged into it; and `keep`, which value to keep by field name
   *   or custom field key. Default: the survivor's value, or the value of `from` if the survivor has no value; of a
   *   multiselect field the options of both.
   * @returns The contact that survived.
   * @throws {not_found} when the workspace doesn't have both contacts.
   * @throws {invalid_input} when the contacts are already merged, or a name in `keep` is not known.
   * @example
   * const zoe = await clinic.contacts.create({ email: "zoe@example.org" })
   * const twin = await clinic.contacts.create({ firstName: "Zoë", phoneNumber: "+49 30 901820" })
   * const merged = await clinic.contacts.merge(zoe.uuid, { from: twin.uuid })
   * console.log(merged.firstName, merged.email)
   */
  readonly merge: (uuid: string, request: MergeInput, options?: CallOptions) => Promise<Contact>

  /**
   * Undoes the last merge into a contact: both are as they were, with their lists, notes and addresses.
   *
   * @param uuid The uuid of the contact that survived.
   * @param request `from`, the uuid of the contact that was merged, to make sure that it is the last one. May be `{}`.
   * @returns Both contacts: the survivor and the restored contact.
   * @throws {not_found} when the workspace has no such contact, or nothing was merged into it.
   * @throws {not_undoable} when something of the contact has changed since the merge.
   * @throws {invalid_input} when another contact now has an identifier that must be unique.
   * @example
   * const zoe = await clinic.contacts.create({ email: "zoe@example.org" })
   * const twin = await clinic.contacts.create({ firstName: "Zoë", phoneNumber: "+49 30 901820" })
   * await clinic.contacts.merge(zoe.uuid, { from: twin.uuid })
   * const { restored } = await clinic.contacts.undoMerge(zoe.uuid, { from: twin.uuid })
   * console.log(restored.uuid === twin.uuid)
   */
  readonly undoMerge: (uuid: string, request: UndoInput, options?: CallOptions) => Promise<UndoneMerge>

  /**
   * Returns what happened with a contact, newest first: changes, lists, notes, and messages in both directions.
   *
   * @param uuid The uuid of the contact.
   * @param request `types`, the types of entries (default: all); `limit`, 1 to 100 entries (default: 50); and `after`, the
   *   `next` of the page before. May be `{}`.
   * @returns The entries as `items`, and `next` for older entries; null on the last page.
   * @throws {not_found} when the workspace has no such contact.
   * @throws {invalid_input} when a type is not known, the limit is out of range, or the cursor is not valid.
   * @example
   * const { uuid } = await clinic.contacts.create({ email: "zoe@example.org" })
   * const { items } = await clinic.contacts.timeline(uuid, { types: ["created", "updated"], limit: 10 })
   * for (const { at, type } of items) console.log(at, type)
   */
  readonly timeline: (uuid: string, request: TimelineRequest, options?: CallOptions) => Promise<TimelinePage>

  /**
   * Returns the lists that a contact is on.
   *
   * @param contact The uuid of the contact.
   * @param filter The `status` of the lists. Default: active and archived lists.
   * @param options The part of the result: `limit` lists (default: 50), from an `offset`.
   * @returns One page of lists, and how many there are in total.
   * @throws {not_found} when the workspace has no such contact.
   * @throws {invalid_input} when the status or the page is not valid.
   * @example
   * const zoe = await clinic.contacts.create({ email: "zoe@example.org" })
   * const { items: lists } = await clinic.contacts.lists(zoe.uuid, { status: "active" })
   * console.log(lists.length)
   */
  readonly lists: (contact: string, filter?: ContactListFilter, options?: PageOptions) => Promise<Page<ContactList>>
}
