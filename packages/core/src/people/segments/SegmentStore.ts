import { Context, type Option } from "effect"
import type { SegmentUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { SegmentSort, SegmentStatus, StoredSegment } from "./Segment.ts"

/** A filter of segments: by status, and by a string in the folded name, taken literally. Null sets no condition. */
export interface SegmentFilter {
  readonly status: SegmentStatus | null
  readonly nameContains: string | null
}

/** Port: the segments of every workspace. The store does not evaluate segments. */
export class SegmentStore extends Context.Service<
  SegmentStore,
  {
    /** Stores a segment. Fails with `Conflict` if the workspace has a segment with this uuid. */
    readonly insert: (segment: StoredSegment) => StorageEffect<void>

    /** Returns a segment, archived or not. */
    readonly find: (workspace: WorkspaceUuid, uuid: SegmentUuid) => StorageEffect<Option.Option<StoredSegment>>

    /**
     * Returns the segments with these uuids that exist in the workspace, archived or not, in no order. The uuids are
     * distinct.
     */
    readonly named: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<SegmentUuid>
    ) => StorageEffect<ReadonlyArray<StoredSegment>>

    /** Returns a segment and locks it exclusively until the surrounding transaction ends. */
    readonly lock: (workspace: WorkspaceUuid, uuid: SegmentUuid) => StorageEffect<Option.Option<StoredSegment>>

    /** Replaces the locked segment with this uuid. */
    readonly replace: (segment: StoredSegment) => StorageEffect<void>

    /** Returns the segments that satisfy the filter, by folded name or creation, then by uuid in the same direction. */
    readonly list: (
      workspace: WorkspaceUuid,
      filter: SegmentFilter,
      sort: SegmentSort,
      page: PageRequest
    ) => StorageEffect<Page<StoredSegment>>
  }
>()("@rollcall/core/people/segments/SegmentStore") {}
