import type { Effect } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import type { ContactNotFound } from "../contacts/FindContact.ts"
import type { SearchStopped } from "../search/SearchLimit.ts"
import type { Caller, ContactUuid, SegmentUuid } from "../../shared/Ids.ts"
import type { InvalidInput } from "../../shared/Issue.ts"
import type { CursorPage, CursorRequest, Page, PageRequest } from "../../shared/Page.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type {
  NewSegment,
  Segment,
  SegmentArchived,
  SegmentBroken,
  SegmentChanges,
  SegmentListing,
  SegmentNotFound,
  SegmentOrder
} from "./Segment.ts"

/** The operations of `Segments`. */
export interface SegmentMethods {
  /**
   * Creates a segment. Fails with every issue of the name and the search.
   *
   * @param segment A name of 1 to 250 characters after trimming, and a search without a sort order.
   * @example
   * const segments = yield* Segments
   * const { uuid } = yield* segments.create(caller, { name: "Ash", search: { searchTerm: "ash" } })
   * return uuid
   */
  readonly create: (caller: Caller, segment: NewSegment) => Effect.Effect<Segment, InvalidInput | StorageError>

  /**
   * Returns a segment, archived or not.
   *
   * @example
   * const segments = yield* Segments
   * const { broken, name } = yield* segments.get(caller, segment)
   * return broken === null ? name : broken.detail
   */
  readonly get: (caller: Caller, uuid: SegmentUuid) => Effect.Effect<Segment, SegmentNotFound | StorageError>

  /**
   * Returns the segments with a status and with the search string in their name, ignoring case.
   *
   * @param listing `{}` for active segments by name.
   * @param page At most `limit` items after the first `offset`: integers from 0.
   * @example
   * const segments = yield* Segments
   * const { items } = yield* segments.list(caller, { search: "ash" }, { limit: 50, offset: 0 })
   * return items.map(({ name }) => name)
   */
  readonly list: (
    caller: Caller,
    listing: SegmentListing,
    page: PageRequest
  ) => Effect.Effect<Page<Segment>, InvalidInput | StorageError>

  /**
   * Changes the given fields. A new search replaces the old search, and is checked like the search of a new segment.
   *
   * @param changes Absent fields stay unchanged.
   * @example
   * const segments = yield* Segments
   * return yield* segments.update(caller, segment, { name: "Ash and Birch" })
   */
  readonly update: (
    caller: Caller,
    uuid: SegmentUuid,
    changes: SegmentChanges
  ) => Effect.Effect<Segment, InvalidInput | SegmentNotFound | SegmentArchived | StorageError>

  /**
   * Archives a segment. Changes nothing if the segment is already archived.
   *
   * @example
   * const segments = yield* Segments
   * yield* segments.archive(caller, segment)
   */
  readonly archive: (caller: Caller, uuid: SegmentUuid) => Effect.Effect<void, SegmentNotFound | StorageError>

  /**
   * Returns the contacts of a segment in the given order. Default: newest first.
   *
   * @param order `{}` for newest first.
   * @param page At most `limit` items after the first `offset`; or, with `after` and offset 0, the items that follow the
   *   page with this `next`.
   * @example
   * const segments = yield* Segments
   * const order = { sortBy: { field: "lastName" } }
   * const { items, total } = yield* segments.contacts(caller, segment, order, { limit: 50, offset: 0 })
   * return [total, items.map(({ lastName }) => lastName)]
   */
  readonly contacts: (
    caller: Caller,
    uuid: SegmentUuid,
    order: SegmentOrder,
    page: CursorRequest
  ) => Effect.Effect<CursorPage<Contact>, InvalidInput | SearchStopped | SegmentBroken | SegmentNotFound | StorageError>

  /**
   * Returns whether a contact is in a segment. Reads only that contact.
   *
   * @param contact The contact's uuid. For a merged contact, the survivor is used.
   * @example
   * const segments = yield* Segments
   * return yield* segments.contains(caller, segment, contact)
   */
  readonly contains: (
    caller: Caller,
    uuid: SegmentUuid,
    contact: ContactUuid
  ) => Effect.Effect<boolean, ContactNotFound | SegmentBroken | SegmentNotFound | StorageError>
}
