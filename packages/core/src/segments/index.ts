/** Segments: named searches of contacts. */
export {
  NewSegment,
  Segment,
  SegmentArchived,
  SegmentBroken,
  SegmentChanges,
  SegmentFault,
  SegmentListing,
  SegmentNotFound,
  SegmentOrder,
  SegmentSearch,
  type SegmentSort,
  SegmentStatus,
  StoredSegment
} from "./Segment.ts"
export { layerContactSets } from "./SegmentSets.ts"
export type { SegmentFilter } from "./SegmentStore.ts"
export { Segments } from "./Segments.ts"
