import { Context, Duration, Effect, Exit, Layer, Metric, Option, Struct } from "effect"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { askedOnce } from "./AskedOnce.ts"
import { allMetrics, metrics } from "./Metrics.ts"
import { Readiness } from "./Readiness.ts"
import { prometheusName } from "./Series.ts"
import { type StoreConnections, StoreMonitor, type Workload } from "./StoreMonitor.ts"

/** How long a reading of the store is reused, in milliseconds. */
const keepFor = 5_000

/** The timeout for reading the store. */
const answerWithin = Duration.seconds(2)

/** The metrics of this process. */
export class MetricsReport extends Context.Service<
  MetricsReport,
  {
    /**
     * Updates the gauges. Reads the store with one statement if the last reading is older than 5 seconds. If the store does
     * not respond within 2 seconds, the store's metrics are absent. Never fails.
     *
     * @example
     * const report = yield* MetricsReport
     * yield* report.refresh
     * return yield* Metric.snapshot
     */
    readonly refresh: Effect.Effect<void>

    /**
     * Refreshes and returns every metric of the caller's registry in the Prometheus format.
     *
     * @example
     * const report = yield* MetricsReport
     * return yield* report.text
     */
    readonly text: Effect.Effect<string>
  }
>()("@rollcall/core/operations/observability/MetricsReport") {
  static readonly layer = Layer.effect(
    MetricsReport,
    Effect.gen(function* () {
      const store = yield* StoreMonitor
      const { notReady } = yield* Readiness
      const workload = yield* askedOnce(store.workload, { keepFor, answerWithin })
      const refresh = Effect.gen(function* () {
        const [reason, asked, connections] = yield* Effect.all(
          [notReady, workload, Effect.orElseSucceed(store.connections, () => null)],
          { concurrency: "unbounded" }
        )
        yield* Metric.update(metrics.ready.of(), Option.isNone(reason) ? 1 : 0)
        if (connections !== null) yield* setConnections(connections)
        const isRead = Option.isSome(asked) && Exit.isSuccess(asked.value)
        yield* Metric.update(metrics.storeUp.of(), isRead ? 1 : 0)
        yield* isRead ? setWorkload(asked.value.value) : removeWorkload
      })
      return { refresh, text: Effect.andThen(refresh, PrometheusMetrics.format({ metricNameMapper })) }
    })
  )
}

const prometheusNames = new Map(allMetrics.map((metric) => [metric.name, prometheusName(metric)]))

/** Maps metric names to Prometheus names. Other metrics of the host keep their names. */
const metricNameMapper = (name: string): string => prometheusNames.get(name) ?? name

/** The media type of the Prometheus format. */
export const metricsMediaType = "text/plain; version=0.0.4; charset=utf-8"

const setConnections = ({ idle, limit, used, waiting }: StoreConnections) =>
  Effect.all(
    [
      Metric.update(metrics.connections.of("used"), used),
      Metric.update(metrics.connections.of("idle"), idle),
      Metric.update(metrics.waiting.of(), waiting),
      Metric.update(metrics.connectionLimit.of(), limit)
    ],
    { discard: true }
  )

type Reading = readonly [metric: Metric.Metric<number, unknown>, value: number]

const readings = ({ broadcasts, lag, recipients, unknown, webhookLag, webhooks }: Workload): ReadonlyArray<Reading> => [
  ...Struct.keys(lag).map((kind): Reading => [metrics.lag.of(kind), lag[kind] / 1_000]),
  ...Struct.keys(broadcasts).map((status): Reading => [metrics.broadcasts.of(status), broadcasts[status]]),
  ...Struct.keys(recipients).map((state): Reading => [metrics.recipients.of(state), recipients[state]]),
  ...Struct.keys(webhooks).map((state): Reading => [metrics.webhooks.of(state), webhooks[state]]),
  [metrics.unknown.of(), unknown],
  [metrics.webhookLag.of(), webhookLag / 1_000]
]

/** An empty workload, with every series. */
const nothing: Workload = {
  lag: {
    broadcasts: 0,
    resolutions: 0,
    staged: 0,
    leases: 0,
    imports: 0,
    webhooks: 0,
    inbox: 0,
    erasures: 0,
    jobs: 0
  },
  broadcasts: { resolving: 0, scheduled: 0, sending: 0, paused: 0 },
  recipients: { sent: 0, delivered: 0, read: 0, rejected: 0, failed: 0, unfinished: 0 },
  unknown: 0,
  webhooks: { enabled: 0, failing: 0, disabled: 0 },
  webhookLag: 0
}

const setWorkload = (workload: Workload) =>
  Effect.forEach(readings(workload), ([metric, value]) => Metric.update(metric, value), { discard: true })

/** Removes the workload metrics, because outdated values would look current. */
const removeWorkload = Effect.forEach(readings(nothing), ([metric]) => Metric.remove(metric), { discard: true })
