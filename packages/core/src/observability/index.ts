/** What those who operate a process want to know of it. */
export { notReadyReasons, type NotReadyReason, Readiness } from "./Readiness.ts"
export type { SchemaAge } from "./StoreMonitor.ts"
