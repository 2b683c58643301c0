/** Segments: named searches of contacts. */
export {
  NewSegment,
  Segment,
  SegmentArchived,
  SegmentBroken,
  SegmentChanges,
  SegmentListing,
  SegmentNotFound,
  SegmentOrder,
  SegmentSearch,
  type SegmentSort,
  StoredSegment
} from "./Segment.ts"
export { layerContactSets } from "./SegmentSets.ts"
export type { SegmentFilter } from "./SegmentStore.ts"
export { Segments } from "./Segments.ts"
