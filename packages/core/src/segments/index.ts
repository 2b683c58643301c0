/** Segments: named searches of contacts. */
export {
  NewSegment,
  Segment,
  SegmentChanges,
  SegmentFault,
  SegmentListing,
  SegmentOrder,
  SegmentSearch,
  type SegmentSort,
  SegmentStatus,
  StoredSegment
} from "./Segment.ts"
export { layerContactSets } from "./SegmentSets.ts"
export type { SegmentFilter } from "./SegmentStore.ts"
export { SegmentArchived, SegmentBroken, SegmentNotFound, Segments } from "./Segments.ts"
