import type * as Saved from "@rollcall/core/people"
import type { CallOptions, CursorOptions, CursorPage, Page, PageOptions } from "../methods/Inputs.ts"
import type { ContactFilter, ContactOrder } from "../inputs/Search.ts"
import type { NameListing } from "./Lists.ts"
import type { Contact } from "../results/Contact.ts"

/** A named search. Each read returns the contacts that match at that time. */
export interface Segment {
  /** The uuid of the segment. */
  readonly uuid: string
  /** The uuid of the workspace. */
  readonly workspaceUuid: string
  /** The name. */
  readonly name: string
  /** Whether it is in use. */
  readonly status: "active" | "archived"
  /** The search that its contacts match. */
  readonly search: Saved.Segment["search"]
  /** The uuid of the user who created it. */
  readonly createdBy: string
  /** The uuid of the user who last changed it. */
  readonly updatedBy: string
  /** When it was created. */
  readonly createdAt: Date
  /** When it was last changed. */
  readonly updatedAt: Date
  /** Why the segment can't be evaluated: a `reason`, and a `detail` for people; null if it can. */
  readonly broken: Saved.Segment["broken"]
}

/** The fields of a segment to create. */
export interface NewSegment {
  /** The name, of 1 to 250 characters. */
  readonly name: string
  /** The search: a term, filters or both, without an order. */
  readonly search: ContactFilter
}

/** The changes to a segment. Absent members don't change. */
export interface SegmentChanges {
  /** The new name, of 1 to 250 characters. */
  readonly name?: string | undefined
  /** The new search. */
  readonly search?: ContactFilter | undefined
}

/** Manages the segments of a workspace and reads their contacts. */
export interface SegmentMethods {
  /**
   * Creates a segment.
   *
   * @param segment The `name` and the `search`, which is checked like the request of `contacts.search`.
   * @returns The segment.
   * @throws {invalid_input} when the name is empty or too long, or the search is not valid.
   * @example
   * const segment = await clinic.segments.create({
   *   name: "Have an address",
   *   search: { advancedSearch: [{ field: "email", operator: "exists" }] }
   * })
   * console.log(segment.uuid)
   */
  readonly create: (segment: NewSegment, options?: CallOptions) => Promise<Segment>

  /**
   * Returns a segment, archived or not.
   *
   * @param uuid The uuid of the segment.
   * @returns The segment. `broken` says why it cannot be evaluated; null if it can.
   * @throws {not_found} when the workspace has no such segment.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { uuid } = await clinic.segments.create({ name: "All", search: {} })
   * const { broken } = await clinic.segments.get(uuid)
   * console.log(broken?.reason)
   */
  readonly get: (uuid: string, options?: CallOptions) => Promise<Segment>

  /**
   * Returns the segments of a workspace.
   *
   * @param filter The `status` (default: `active`), a `search` for a part of the name in any case, and the order:
   *   `sortField` and `sortOrder`. Without it the active segments are returned by name.
   * @param options The page: `limit` segments (default: 50), from an `offset`.
   * @returns One page of segments, and how many there are in total.
   * @throws {invalid_input} when a member or the page is not valid.
   * @example
   * const { items: segments } = await clinic.segments.list({ sortField: "createdAt", sortOrder: "desc" }, { limit: 10 })
   * console.log(segments.map(({ name }) => name))
   */
  readonly list: (filter?: NameListing, options?: PageOptions) => Promise<Page<Segment>>

  /**
   * Changes the name or the search of a segment.
   *
   * @param uuid The uuid of the segment.
   * @param changes What changes: an absent member does not change, and a `search` replaces the earlier search.
   * @returns The segment as it is stored now.
   * @throws {not_found} when the workspace has no such segment.
   * @throws {archived} when the segment is archived.
   * @throws {invalid_input} when the name or the search is not valid.
   * @example
   * const { uuid } = await clinic.segments.create({ name: "All", search: {} })
   * await clinic.segments.update(uuid, { search: { searchTerm: "ash" } })
   */
  readonly update: (uuid: string, changes: SegmentChanges, options?: CallOptions) => Promise<Segment>

  /**
   * Archives a segment. Does nothing if it is already archived.
   *
   * @param uuid The uuid of the segment.
   * @returns Nothing.
   * @throws {not_found} when the workspace has no such segment.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { uuid } = await clinic.segments.create({ name: "All", search: {} })
   * await clinic.segments.archive(uuid)
   */
  readonly archive: (uuid: string, options?: CallOptions) => Promise<void>

  /**
   * Returns the contacts that match the search of a segment now.
   *
   * @param uuid The uuid of the segment.
   * @param order `sortBy`, the order. Default: newest contact first.
   * @param options The page: `limit` contacts (default: 50), from an `offset` or `after` the previous page.
   * @returns One page of contacts, how many there are in total, and `next` for the next page.
   * @throws {not_found} when the workspace has no such segment.
   * @throws {segment_broken} when the segment cannot be evaluated: it names something that was archived or changed.
   * @throws {invalid_input} when the order or the page is not valid.
   * @throws {search_stopped} when the search takes longer than the setting `search.deadline`, or too many run already.
   * @example
   * const { uuid } = await clinic.segments.create({ name: "All", search: {} })
   * const { items: contacts, total } = await clinic.segments.contacts(uuid, { sortBy: { field: "firstName" } }, { limit: 100 })
   * console.log(`${contacts.length} of ${total}`)
   */
  readonly contacts: (
    uuid: string,
    order?: {
      /** The order. Default: newest contact first. */
      readonly sortBy?: ContactOrder | null | undefined
    },
    options?: CursorOptions
  ) => Promise<CursorPage<Contact>>

  /**
   * Returns whether a contact is in a segment. It reads only that contact.
   *
   * @param uuid The uuid of the segment.
   * @param contact The uuid of the contact.
   * @returns True if the contact matches the search now.
   * @throws {not_found} when the workspace has no such segment or no such contact.
   * @throws {segment_broken} when the segment cannot be evaluated: it names something that was archived or changed.
   * @throws {invalid_input} when an argument is not a uuid.
   * @example
   * const { uuid } = await clinic.segments.create({ name: "Ash", search: { searchTerm: "ash" } })
   * const zoe = await clinic.contacts.create({ firstName: "Ash", email: "zoe@example.org" })
   * console.log(await clinic.segments.contains(uuid, zoe.uuid))
   */
  readonly contains: (uuid: string, contact: string, options?: CallOptions) => Promise<boolean>
}
