import type * as People from "@rollcall/core/people"
import type { CallOptions, CursorOptions, CursorPage, Given, Page, PageOptions } from "../methods/Inputs.ts"
import type { ContactSearch } from "../inputs/Search.ts"
import type { Contact } from "../results/Contact.ts"

/** A named set of contacts. */
export interface ContactList {
  /** The uuid of the list. */
  readonly uuid: string
  /** The uuid of the workspace. */
  readonly workspaceUuid: string
  /** The name. */
  readonly name: string
  /** Whether it is in use. */
  readonly status: "active" | "archived"
  /** One emoji. */
  readonly emoji: string | null
  /** How many of its contacts are not archived. */
  readonly count: number
  /** The uuid of the user who created it. */
  readonly createdBy: string
  /** The uuid of the user who last changed it. */
  readonly updatedBy: string
  /** When it was created. */
  readonly createdAt: Date
  /** When it was last changed. */
  readonly updatedAt: Date
}

/** A list to create. */
export interface NewContactList {
  /** The name: 1 to 250 characters. */
  readonly name: string
  /** Exactly one emoji. */
  readonly emoji?: string | null | undefined
}

/** The changes of a list. An absent member does not change. */
export interface ContactListInput {
  /** The new name: 1 to 250 characters. */
  readonly name?: string | undefined
  /** The new emoji; null for none. */
  readonly emoji?: string | null | undefined
}

/** Which lists or segments to return, and in what order. */
export interface NameListing {
  /** Whether to return active or archived lists or segments. Default: `active`. */
  readonly status?: "active" | "archived" | undefined
  /** A part of the name, ignoring case. Default: any name. */
  readonly search?: string | null | undefined
  /** What to sort by: the name, or the time of creation. Default: `name`. */
  readonly sortField?: "name" | "createdAt" | undefined
  /** `asc`: the smallest first, `desc`: the largest first. Default: `asc`. */
  readonly sortOrder?: "asc" | "desc" | undefined
}

/** Which contacts of a list to return, and in what order. */
export interface MemberFilter {
  /** Whether to include archived contacts. Default: false. */
  readonly includeArchived?: boolean | undefined
  /** The order: a predefined field and a direction. Default: `added_last_first`. */
  readonly sort?: Given<typeof People.MemberFilter>["sort"]
}

/** Which lists of a contact to return. */
export interface ContactListFilter {
  /** Whether to return active or archived lists. Default: both. */
  readonly status?: "active" | "archived" | null | undefined
}

/** The contacts that were added to a list, and why other contacts were not. */
export interface AddedMembers {
  /** The uuids of the contacts that were added. */
  readonly added: ReadonlyArray<string>
  /** Why other contacts were not added, each with the uuid of the contact. */
  readonly warnings: ReadonlyArray<{ readonly uuid: string; readonly message: string }>
}

/** A background job that adds the contacts of a search to a list. */
export interface ListJob {
  /** The uuid of the job. */
  readonly uuid: string
  /** The uuid of the workspace. */
  readonly workspaceUuid: string
  /** The uuid of the list. */
  readonly contactListUuid: string
  /** `pending`, then `running`, then `completed` or `failed`. */
  readonly status: People.ListJob["status"]
  /** Why it failed. */
  readonly reason: People.ListJob["reason"]
  /** How many contacts the search found when the job was accepted. */
  readonly total: number
  /** How many of them were processed. */
  readonly processed: number
  /** How many contacts were added. */
  readonly added: number
  /** How many contacts were already on the list. */
  readonly present: number
  /** The uuid of the user who asked for it. */
  readonly createdBy: string
  /** When it was accepted. */
  readonly createdAt: Date
  /** When contacts were last added. */
  readonly updatedAt: Date
}

/** The lists of a workspace and the contacts on them. */
export interface ListMethods {
  /**
   * Creates an empty list.
   *
   * @param fields The `name`, of 1 to 250 characters, and an `emoji`: exactly one, or none.
   * @returns The list.
   * @throws {invalid_input} when the name is empty or too long, or the emoji is not one emoji.
   * @example
   * const list = await clinic.lists.create({ name: "Newsletter", emoji: "📬" })
   * console.log(list.uuid, list.count)
   */
  readonly create: (fields: NewContactList, options?: CallOptions) => Promise<ContactList>

  /**
   * Returns a list, archived or not.
   *
   * @param uuid The uuid of the list.
   * @returns The list, with the `count` of its contacts that are not archived.
   * @throws {not_found} when the workspace has no such list.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { uuid } = await clinic.lists.create({ name: "Newsletter" })
   * const { count } = await clinic.lists.get(uuid)
   * console.log(count)
   */
  readonly get: (uuid: string, options?: CallOptions) => Promise<ContactList>

  /**
   * Returns the lists of a workspace.
   *
   * @param filter The `status` (default: `active`), a `search` for a part of the name in any case, and the order:
   *   `sortField` and `sortOrder`. Without it the active lists are returned by name.
   * @param options The part of the result: `limit` lists (default: 50), from an `offset`.
   * @returns One page of lists, and how many there are in total.
   * @throws {invalid_input} when a member or the page is not valid.
   * @example
   * const { items: lists } = await clinic.lists.list({ search: "news" }, { limit: 10 })
   * console.log(lists.map(({ name }) => name))
   */
  readonly list: (filter?: NameListing, options?: PageOptions) => Promise<Page<ContactList>>

  /**
   * Changes the name or the emoji of a list.
   *
   * @param uuid The uuid of the list.
   * @param fields What changes, with the limits of `create`: an absent member does not change, and null removes the `emoji`.
   * @returns The list as it is stored now.
   * @throws {not_found} when the workspace has no such list.
   * @throws {archived} when the list is archived.
   * @throws {invalid_input} when a member is not valid.
   * @example
   * const { uuid } = await clinic.lists.create({ name: "Newsletter" })
   * await clinic.lists.update(uuid, { name: "Monthly newsletter" })
   */
  readonly update: (uuid: string, fields: ContactListInput, options?: CallOptions) => Promise<ContactList>

  /**
   * Archives a list. Its contacts stay on it, and it can no longer be changed. Does nothing if it is already archived.
   *
   * @param uuid The uuid of the list.
   * @returns Nothing.
   * @throws {not_found} when the workspace has no such list.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { uuid } = await clinic.lists.create({ name: "Newsletter" })
   * await clinic.lists.archive(uuid)
   */
  readonly archive: (uuid: string, options?: CallOptions) => Promise<void>

  /**
   * Restores an archived list with its contacts. Does nothing if it is not archived.
   *
   * @param uuid The uuid of the list.
   * @returns The list.
   * @throws {not_found} when the workspace has no such list.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { uuid } = await clinic.lists.create({ name: "Newsletter" })
   * await clinic.lists.archive(uuid)
   * const { count } = await clinic.lists.restore(uuid)
   * console.log(count)
   */
  readonly restore: (uuid: string, options?: CallOptions) => Promise<ContactList>

  /**
   * Returns the contacts on a list.
   *
   * @param uuid The uuid of the list.
   * @param filter `includeArchived` for archived contacts too (default: false), and `sort`, the order (default: last
   *   added first).
   * @param options The part of the result: `limit` contacts (default: 50), from an `offset` or `after` the previous page.
   * @returns One page of contacts, how many there are in total, and `next` for the next page.
   * @throws {not_found} when the workspace has no such list.
   * @throws {invalid_input} when a member or the page is not valid.
   * @example
   * const { uuid } = await clinic.lists.create({ name: "Newsletter" })
   * const { items: contacts, total } = await clinic.lists.members(uuid, { includeArchived: true }, { limit: 100 })
   * console.log(`${contacts.length} of ${total}`)
   */
  readonly members: (uuid: string, filter?: MemberFilter, options?: CursorOptions) => Promise<CursorPage<Contact>>

  /**
   * Adds contacts to a list.
   *
   * @param uuid The uuid of the list.
   * @param contacts The uuids of the contacts.
   * @returns The uuids of the contacts that were added, and one warning for each other contact: it is already on the list,
   *   is not known, or was named before.
   * @throws {not_found} when the workspace has no such list.
   * @throws {archived} when the list is archived.
   * @throws {invalid_input} when an item is not a uuid.
   * @example
   * const list = await clinic.lists.create({ name: "Newsletter" })
   * const zoe = await clinic.contacts.create({ email: "zoe@example.org" })
   * const { added, warnings } = await clinic.lists.addMembers(list.uuid, [zoe.uuid])
   * console.log(added.length, warnings.length)
   */
  readonly addMembers: (uuid: string, contacts: ReadonlyArray<string>, options?: CallOptions) => Promise<AddedMembers>

  /**
   * Removes contacts from a list. A contact that is not on the list changes nothing.
   *
   * @param uuid The uuid of the list.
   * @param contacts The uuids of the contacts.
   * @returns Nothing.
   * @throws {not_found} when the workspace has no such list.
   * @throws {archived} when the list is archived.
   * @throws {invalid_input} when an item is not a uuid.
   * @example
   * const list = await clinic.lists.create({ name: "Newsletter" })
   * const zoe = await clinic.contacts.create({ email: "zoe@example.org" })
   * await clinic.lists.addMembers(list.uuid, [zoe.uuid])
   * await clinic.lists.removeMembers(list.uuid, [zoe.uuid])
   */
  readonly removeMembers: (uuid: string, contacts: ReadonlyArray<string>, options?: CallOptions) => Promise<void>

  /**
   * Adds all contacts that a search finds to a list, in the background.
   *
   * @param uuid The uuid of the list.
   * @param search The search, as `contacts.search` takes it. Its order does not matter. It finds at most 100,000 contacts.
   * @returns The job; `job` returns its progress.
   * @throws {not_found} when the workspace has no such list.
   * @throws {archived} when the list is archived.
   * @throws {invalid_input} when the search is not valid, or finds more contacts than a job takes.
   * @throws {search_stopped} when the search takes longer than the setting `search.deadline`, or too many run already.
   * @example
   * const { uuid } = await clinic.lists.create({ name: "Have an address" })
   * const { total } = await clinic.lists.addFromSearch(uuid, { advancedSearch: [{ field: "email", operator: "exists" }] })
   * console.log(total)
   */
  readonly addFromSearch: (uuid: string, search: ContactSearch, options?: CallOptions) => Promise<ListJob>

  /**
   * Returns the progress of a job.
   *
   * @param uuid The uuid of the list.
   * @param addition The uuid of the job.
   * @returns The job: its `status`, and how many contacts are `processed` of the `total`.
   * @throws {not_found} when the list has no such job.
   * @throws {invalid_input} when an argument is not a uuid.
   * @example
   * const list = await clinic.lists.create({ name: "All" })
   * const { uuid } = await clinic.lists.addFromSearch(list.uuid, {})
   * const { processed, status, total } = await clinic.lists.job(list.uuid, uuid)
   * console.log(status, `${processed} of ${total}`)
   */
  readonly job: (uuid: string, addition: string, options?: CallOptions) => Promise<ListJob>
}
