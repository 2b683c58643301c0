import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { ContactSettings, DispatchSettings, ImportSettings, Rollcall, Transliteration } from "@rollcall/core"
import { InboxSettings } from "@rollcall/core/inbox"
import { WebhookSettings } from "@rollcall/core/webhooks"
import * as http from "@rollcall/http"
import { layer as phoneNumbers } from "@rollcall/phone-numbers"
import { layer as webhookSender } from "@rollcall/webhook-sender"
import anyAscii from "any-ascii"
import { Duration, Effect, Layer, Scope } from "effect"
import { channelLayer } from "./channel/Channel.ts"
import { makeEntrance, makeFirstToken } from "./FirstToken.ts"
import { listen } from "./Listener.ts"
import { loggingLayer } from "./Logging.ts"
import type { Settings } from "./settings/Settings.ts"
import { databaseName, refuseDatabase, storageLayer } from "./Storage.ts"

/**
 * Runs the server until it is interrupted: opens the store, listens, and sends what is due. On interruption it accepts
 * no new request, finishes the requests and the sends in progress, and closes the store. Whatever it accepted is
 * durable. `warnings` about the settings are logged.
 */
export const serve = (settings: Settings, warnings: ReadonlyArray<string> = []) => {
  const server = run(settings).pipe(
    Effect.catchTag("StorageError", (error) => Effect.fail(refuseDatabase(settings.databaseUrl, error))),
    Effect.onInterrupt(() => Effect.logInfo("Rollcall has stopped"))
  )
  const warn = Effect.forEach(warnings, (warning) => Effect.logWarning(warning), { discard: true })
  return Effect.provide(Effect.andThen(warn, server), loggingLayer(settings))
}

const run = Effect.fnUntraced(function* (settings: Settings) {
  // Scopes close in the reverse order: first the port, so that no new request is accepted, then the workers, then the store.
  const rollcall = yield* Layer.build(rollcallLayer(settings))
  const workers = yield* Scope.fork(yield* Effect.scope)
  // The routes are built before the port is open, so that a request that arrives at once is answered.
  const app = yield* Effect.provideContext(http.make(routesOptions(settings)), rollcall)
  const entrance = yield* makeEntrance
  // Each request begins with the context of this: services that the routes have already would be copied for each.
  const url = yield* listen(entrance.behind(app), settings)
  // Not before the port is open: a start that is refused stores and revokes nothing.
  yield* Effect.provideContext(entrance.open(settings.bootstrapToken), rollcall)
  yield* Effect.annotateLogs(Effect.logInfo(`Rollcall is listening on ${url}`), {
    database: databaseName(settings.databaseUrl)
  })
  yield* Effect.provideContext(makeFirstToken(url), rollcall)
  // The workers start when nothing can refuse the start any more.
  yield* Effect.provideContext(Layer.buildWithScope(layerWorkers, workers), rollcall)
  return yield* Effect.onInterrupt(Effect.never, () => Effect.logInfo("Rollcall is stopping"))
}, Effect.scoped)

const layerWorkers = Layer.merge(Rollcall.layerWorkers, Layer.provide(Rollcall.layerWebhooks, webhookSender()))

const rollcallLayer = (settings: Settings) =>
  Rollcall.layer.pipe(
    Layer.provide([Layer.succeed(Transliteration, anyAscii), NodeCrypto.layerDigest]),
    Layer.provideMerge(Layer.succeed(ContactSettings, { uniqueIdentifiers: settings.uniqueIdentifiers })),
    Layer.provideMerge(channelLayer(settings)),
    Layer.provideMerge(storageLayer(settings.databaseUrl, settings.databaseSchema, { wait: settings.databaseWait })),
    Layer.provideMerge(Layer.succeed(DispatchSettings, dispatchSettings(settings))),
    Layer.provideMerge(importSettings(settings)),
    Layer.provideMerge(Layer.succeed(WebhookSettings, webhookSettings(settings))),
    Layer.provideMerge(Layer.succeed(InboxSettings, inboxSettings(settings))),
    Layer.provideMerge(phoneNumbers({ country: settings.country })),
    Layer.provideMerge(NodeHttpServer.layerHttpServices)
  )

const routesOptions = (settings: Settings) => ({
  home: true,
  // An upload has as long as any other request, at the least.
  deadlines: {
    request: settings.requestDeadline,
    upload: Duration.max(settings.requestDeadline, settings.uploadDeadline)
  },
  failedAuthentications: settings.failedAuthentications,
  rateLimit:
    settings.rateLimit === 0
      ? undefined
      : { perSecond: settings.rateLimit, burst: settings.rateBurst ?? settings.rateLimit },
  trustedProxies: settings.trustedProxies
})

const inboxSettings = ({ stopWords }: Settings) => {
  const defaults = InboxSettings.defaultValue()
  return { ...defaults, stopWords: stopWords ?? defaults.stopWords }
}

const webhookSettings = ({ webhookPrivateAddresses }: Settings) => ({
  ...WebhookSettings.defaultValue(),
  allowPrivateAddresses: webhookPrivateAddresses
})

/** The other settings are those of the program that starts the server. */
const importSettings = ({ keepImportRows }: Settings) =>
  Layer.effect(
    ImportSettings,
    Effect.map(ImportSettings, (others) => ({ ...others, keepRowsFor: keepImportRows }))
  )

const dispatchSettings = ({ dispatchLease, keepIdempotencyKeys, keepUnmatched, onUnknown, sendRate }: Settings) => ({
  ...DispatchSettings.defaultValue(),
  rate: { perSecond: sendRate, burst: sendRate },
  lease: dispatchLease,
  onUnknown,
  keepUnmatchedFor: keepUnmatched,
  keepKeysFor: keepIdempotencyKeys,
  nextCheckAfter: Duration.min(DispatchSettings.defaultValue().nextCheckAfter, Duration.times(dispatchLease, 0.5))
})
