import { Readiness } from "@rollcall/core/observability"
import { Context, Effect, Layer, Scope } from "effect"
import { makeEntrance, makeFirstToken } from "./FirstToken.ts"
import { listen } from "./Listener.ts"
import { loggingLayer } from "./Logging.ts"
import { makeApp, watchedOnly } from "./serving/Http.ts"
import type { Part } from "./serving/Parts.ts"
import { rollcallLayer } from "./serving/RollcallLayer.ts"
import { workersLayer } from "./serving/Workers.ts"
import type { Settings } from "./settings/Settings.ts"
import { databaseName, refuseDatabase } from "./Storage.ts"

/** What is said to a server at its start, beside its settings. */
interface ServeOptions {
  /** Warnings about the settings, which are logged. */
  readonly warnings?: ReadonlyArray<string>
  /** The part that runs in this process, while others run in other processes on the same database; without it all do. */
  readonly only?: Part | undefined
}

/**
 * Runs the server until it is interrupted: opens the store, listens, and sends what is due. On interruption it accepts
 * no new request, finishes the requests and the sends in progress, and closes the store. Whatever it accepted is
 * durable.
 */
export const serve = (settings: Settings, { only, warnings = [] }: ServeOptions = {}) => {
  const server = run(settings, only).pipe(
    Effect.catchTag("StorageError", (error) => Effect.fail(refuseDatabase(settings.databaseUrl, error))),
    Effect.onInterrupt(() => Effect.logInfo("Rollcall has stopped"))
  )
  const warn = Effect.forEach(warnings, (warning) => Effect.logWarning(warning), { discard: true })
  return Effect.provide(Effect.andThen(warn, server), loggingLayer(settings))
}

const run = Effect.fnUntraced(function* (settings: Settings, only: Part | undefined) {
  const serves = only !== "workers"
  const works = only !== "http"
  // Scopes close in the reverse order: first the port, so that no new request is accepted, then the workers, then the store.
  const rollcall = yield* Layer.build(rollcallLayer(settings))
  const workers = yield* Scope.fork(yield* Effect.scope)
  // The routes are built before the port is open, so that a request that arrives at once is answered.
  const app = yield* Effect.provideContext(makeApp(settings), rollcall)
  const entrance = yield* makeEntrance
  // Each request begins with the context of this: services that the routes have already would be copied for each.
  const url = yield* listen(serves ? entrance.behind(app) : watchedOnly(app, settings.pathPrefix), settings)
  // Not before the port is open: a start that is refused stores and revokes nothing. Tokens are those of the API: a process
  // that does not serve it leaves them alone.
  if (serves) yield* Effect.provideContext(entrance.open(settings.bootstrapToken), rollcall)
  yield* Effect.annotateLogs(Effect.logInfo(`Rollcall is listening on ${url}`), {
    database: databaseName(settings.databaseUrl),
    ...(only !== undefined && { only })
  })
  if (serves) yield* Effect.provideContext(makeFirstToken(url), rollcall)
  // The workers start when nothing can refuse the start any more.
  if (works) yield* Effect.provideContext(Layer.buildWithScope(workersLayer, workers), rollcall)
  else yield* warnOfIdleWork(settings)
  const { drain } = Context.get(rollcall, Readiness)
  const stop = Effect.all([drain, Effect.logInfo("Rollcall is stopping"), Effect.sleep(settings.drainDelay)])
  return yield* Effect.onInterrupt(Effect.never, () => stop)
}, Effect.scoped)

/** No other process can be expected on a store that one process has for itself. */
const warnOfIdleWork = ({ databaseUrl }: Settings) =>
  databaseUrl._tag === "Postgres"
    ? Effect.void
    : Effect.logWarning(
        `--only http: nothing is sent or imported, for ${databaseName(databaseUrl)} is the database of one process`
      )
