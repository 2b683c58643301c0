/** What those who operate a process want to know of it. */
export { allMetrics, metrics } from "./Metrics.ts"
export { metricsMediaType, MetricsReport } from "./MetricsReport.ts"
export { notReadyReasons, type NotReadyReason, Readiness } from "./Readiness.ts"
export { readTraceparent } from "./Traces.ts"
export { prometheusName } from "./Series.ts"
export type { SchemaAge, StoreConnections, Workload } from "./StoreMonitor.ts"
