/** What changed about contacts. */
export { HistoryEntry, HistoryKind } from "./HistoryEntry.ts"
export type { HistoryPlace } from "./HistoryStore.ts"
