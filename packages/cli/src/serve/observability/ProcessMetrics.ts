import { metrics } from "@rollcall/core/operations"
import { Effect, Metric } from "effect"
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from "node:perf_hooks"

/** How often the delay of the event loop is sampled, in milliseconds. */
const resolution = 20

/** How long a reading is reused, in milliseconds, so that several scrapers see the same values. */
const keepFor = 5_000

/** A measurement of the event loop and its time. Delays are in seconds. */
interface Reading {
  readonly at: number
  readonly elapsed: EventLoopUtilization
  readonly use: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Measures the event loop, memory and CPU time of this process until the scope closes. */
export const measureProcess = Effect.gen(function* () {
  const context = yield* Effect.context()
  const delays = yield* Effect.acquireRelease(
    Effect.sync(() => monitorEventLoopDelay({ resolution })),
    (histogram) => Effect.sync(() => histogram.disable())
  )
  delays.enable()

  let last: Reading | undefined
  const read = (): Reading => {
    // A sample includes the interval itself. Without samples there is no percentile.
    const late = (nanos: number) => Math.max(0, (Number.isFinite(nanos) ? nanos : 0) / 1e9 - resolution / 1_000)
    const elapsed = performance.eventLoopUtilization()
    const reading = {
      at: performance.now(),
      elapsed,
      use: performance.eventLoopUtilization(elapsed, last?.elapsed).utilization,
      p50: late(delays.percentile(50)),
      p99: late(delays.percentile(99)),
      max: late(delays.count === 0 ? 0 : delays.max)
    }
    delays.reset()
    return reading
  }
  const current = () => {
    if (last === undefined || performance.now() - last.at >= keepFor) last = read()
    return last
  }

  const gauge = (metric: Metric.Metric<number, Metric.GaugeState<number>>, value: () => number) =>
    Metric.registerUnsafe(metric, context, { ...unused, get: () => ({ value: value() }) })
  const registered = [
    gauge(metrics.eventLoopDelay.of("p50"), () => current().p50),
    gauge(metrics.eventLoopDelay.of("p99"), () => current().p99),
    gauge(metrics.eventLoopDelay.of("max"), () => current().max),
    gauge(metrics.eventLoopUse.of(), () => current().use),
    gauge(metrics.memory.of(), () => process.memoryUsage.rss()),
    Metric.registerUnsafe(metrics.cpu.of(), context, {
      ...unused,
      get: () => {
        const { system, user } = process.cpuUsage()
        return { count: (user + system) / 1e6, incremental: true }
      }
    })
  ]
  yield* Effect.addFinalizer(() => Effect.sync(() => registered.forEach(({ remove }) => remove())))
})

/** A metric that is computed when it is read is never updated. */
const unused = { update: () => {}, modify: () => {} }
