import { MetricsReport, Readiness } from "@rollcall/core/operations"
import { Context, Effect, Layer, Metric, Queue, Scope } from "effect"
import { makeEntrance, makeFirstToken } from "./FirstToken.ts"
import { listen } from "./Listener.ts"
import { loggingLayer } from "./Logging.ts"
import { serveMetrics } from "./observability/MetricsPort.ts"
import { measureProcess } from "./observability/ProcessMetrics.ts"
import { exportMetrics, tracesLayer } from "./observability/Telemetry.ts"
import { joinSupervisor, type Member } from "./processes/Member.ts"
import { processCount } from "./processes/ProcessCount.ts"
import { onSecondSignal, restartRequests } from "./processes/Signals.ts"
import { supervise } from "./processes/Supervise.ts"
import { reachable } from "./serving/Address.ts"
import { makeApp, watchedOnly } from "./serving/Http.ts"
import type { Part } from "./serving/Parts.ts"
import { rollcallLayer } from "./serving/RollcallLayer.ts"
import { workersLayer } from "./serving/Workers.ts"
import type { Settings } from "./settings/Settings.ts"
import { databaseName, refuseDatabase } from "./Storage.ts"

interface ServeOptions {
  /** Warnings about the settings, to log. */
  readonly warnings?: ReadonlyArray<string>
  /**
   * The part that runs in this process, while other processes run the other part on the same database. Default: both parts.
   */
  readonly only?: Part | undefined
}

/**
 * Runs the server until it is interrupted: opens the store, listens, and does background work. On interruption it accepts
 * no new requests, finishes the requests and sends in progress, and closes the store. Everything that was accepted is
 * durable. If the settings ask for several processes, this process starts and supervises them.
 */
export const serve = (settings: Settings, { only, warnings = [] }: ServeOptions = {}) =>
  Effect.gen(function* () {
    const member = yield* joinSupervisor
    if (member !== null) return yield* runMember(settings, only, member)
    yield* Effect.forEach(warnings, (warning) => Effect.logWarning(warning), { discard: true })
    const count = yield* processCount(settings)
    return yield* count === null ? runAlone(settings, only) : supervise(count)
  }).pipe(Effect.provide(loggingLayer(settings)))

const runMember = (settings: Settings, only: Part | undefined, member: Member) =>
  run(settings, { ...member, only }).pipe(
    Effect.catchTag("StartRefused", member.refuse),
    Effect.annotateLogs({ process: member.place })
  )

const runAlone = Effect.fnUntraced(function* (settings: Settings, only: Part | undefined) {
  yield* onSecondSignal(() => process.exit(1))
  const restarts = yield* restartRequests
  const refuseRestarts = Effect.forever(
    Effect.andThen(
      Queue.take(restarts),
      Effect.logWarning("SIGHUP ignored: a single process can't be restarted this way; it keeps running")
    )
  )
  const options: RunOptions = {
    only,
    isFirst: true,
    isReplaced: () => false,
    ready: Effect.void,
    shareMetrics: Effect.succeed
  }
  return yield* Effect.raceFirst(run(settings, options), refuseRestarts)
}, Effect.scoped)

interface RunOptions extends Pick<Member, "isFirst" | "isReplaced" | "ready" | "shareMetrics"> {
  readonly only: Part | undefined
}

const run = (settings: Settings, options: RunOptions) =>
  open(settings, options).pipe(
    Effect.catchTag("StorageError", (error) => Effect.fail(refuseDatabase(settings.databaseUrl, error))),
    Effect.onInterrupt(() => Effect.logInfo("Rollcall has stopped")),
    Effect.provide(tracesLayer(settings)),
    // Several servers in one process need separate metrics.
    Effect.provideServiceEffect(
      Metric.MetricRegistry,
      Effect.sync(() => new Map())
    )
  )

const open = Effect.fnUntraced(function* (settings: Settings, options: RunOptions) {
  const { isFirst, isReplaced, only, ready, shareMetrics } = options
  const serves = only !== "workers"
  const works = only !== "http"
  // Scopes close in reverse order: the port first, so that no new request is accepted, then the workers, then the
  // store.
  const rollcall = yield* Layer.build(rollcallLayer(settings))
  const workers = yield* Scope.fork(yield* Effect.scope)
  yield* measureProcess
  // The metrics port stays open while requests finish, so that the last metrics include them.
  const report = Context.get(rollcall, MetricsReport)
  const metrics = yield* shareMetrics(report.text)
  yield* serveMetrics(metrics, settings)
  yield* exportMetrics(settings, report)
  // Builds the routes before the port opens, so that even an early request gets a response.
  const app = yield* Effect.provideContext(makeApp(settings, metrics), rollcall)
  // Tokens belong to the API, so only the first process that serves it manages them.
  const keepsTokens = serves && isFirst
  const entrance = yield* makeEntrance
  // Requests start with this context. Services that the routes already have would be copied for each request.
  const answering = keepsTokens ? entrance.behind(app) : app
  const url = yield* listen(serves ? answering : watchedOnly(app, settings.pathPrefix), settings)
  // Only after the port is open, so that a refused start doesn't store or revoke anything.
  if (keepsTokens) yield* Effect.provideContext(entrance.open(settings.bootstrapToken), rollcall)
  yield* Effect.annotateLogs(Effect.logInfo(`Rollcall is listening on ${url}`), {
    database: databaseName(settings.databaseUrl),
    ...(serves && settings.console && { console: `${reachable(url)}/console` }),
    ...(only !== undefined && { only })
  })
  if (settings.channel === "simulator") {
    yield* Effect.logInfo("Messages are simulated: nobody receives them. Set ROLLCALL_CHANNEL=whatsapp to send them.")
  }
  if (keepsTokens) yield* Effect.provideContext(makeFirstToken(url, settings.console), rollcall)
  // Starts the workers when nothing can refuse the start any more.
  if (works) yield* Effect.provideContext(Layer.buildWithScope(workersLayer, workers), rollcall)
  else yield* warnOfIdleWork(settings)
  yield* ready
  const { drain, endStreams } = Context.get(rollcall, Readiness)
  const leave = Effect.all([drain, Effect.sleep(settings.drainDelay)])
  const stop = Effect.andThen(
    Effect.logInfo("Rollcall is stopping"),
    Effect.suspend(() => (isReplaced() ? endStreams : leave))
  )
  return yield* Effect.onInterrupt(Effect.never, () => stop)
}, Effect.scoped)

/** Warns that work would not be done, because no other process can open a store for a single process. */
const warnOfIdleWork = ({ databaseUrl }: Settings) =>
  databaseUrl._tag === "Postgres"
    ? Effect.void
    : Effect.logWarning(
        `--only http: nothing is sent or imported, because ${databaseName(databaseUrl)} can't be shared with a worker process`
      )
