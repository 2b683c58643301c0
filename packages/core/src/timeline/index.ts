/** What happened with a contact. */
export { Timeline, type TimelinePage, TimelineRequest, maxTimelineLimit } from "./Timeline.ts"
export { type ShownChange, type TimelineEntry, TimelineType } from "./TimelineEntry.ts"
