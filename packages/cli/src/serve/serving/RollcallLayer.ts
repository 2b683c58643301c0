import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import {
  ContactSettings,
  DispatchSettings,
  EventSettings,
  ImportSettings,
  Rollcall,
  Transliteration
} from "@rollcall/core"
import { InboxSettings } from "@rollcall/core/sending"
import { PrivateAddressHint, WebhookSettings } from "@rollcall/core/events"
import { layer as phoneNumbers } from "@rollcall/phone-numbers"
import { Duration, Effect, Layer } from "effect"
import { channelLayer } from "../channel/Channel.ts"
import { type Settings, variables } from "../settings/Settings.ts"
import { storageLayer } from "../Storage.ts"

/** Loads half a megabyte of letters of all scripts, for names that aren't ASCII. */
const transliteration = Effect.map(
  Effect.promise(() => import("any-ascii")),
  (table) => table.default
)

/** Makes every service of Rollcall from the settings, over their store and channel. Starts no background work. */
export const rollcallLayer = (settings: Settings) =>
  Rollcall.layer.pipe(
    Layer.provide([Layer.succeed(Transliteration, transliteration), NodeCrypto.layerDigest]),
    Layer.provideMerge(Layer.succeed(ContactSettings, { uniqueIdentifiers: settings.uniqueIdentifiers })),
    Layer.provideMerge(channelLayer(settings)),
    Layer.provideMerge(
      storageLayer(settings.databaseUrl, settings.databaseSchema, {
        pooled: settings.databasePooled,
        wait: settings.databaseWait
      })
    ),
    Layer.provideMerge(Layer.succeed(DispatchSettings, dispatchSettings(settings))),
    Layer.provideMerge(importSettings(settings)),
    Layer.provideMerge(eventSettings(settings)),
    Layer.provideMerge(Layer.succeed(WebhookSettings, webhookSettings(settings))),
    Layer.provideMerge(
      Layer.succeed(PrivateAddressHint, `${variables.webhookPrivateAddresses.name} is true on the server`)
    ),
    Layer.provideMerge(Layer.succeed(InboxSettings, inboxSettings(settings))),
    Layer.provideMerge(phoneNumbers({ country: settings.country })),
    Layer.provideMerge(NodeHttpServer.layerHttpServices)
  )

const inboxSettings = ({ keepMessages, stopWords }: Settings) => {
  const defaults = InboxSettings.defaultValue()
  return { ...defaults, keepMessagesFor: keepMessages, stopWords: stopWords ?? defaults.stopWords }
}

const webhookSettings = ({ webhookPrivateAddresses }: Settings) => ({
  ...WebhookSettings.defaultValue(),
  allowPrivateAddresses: webhookPrivateAddresses
})

/** Keeps the other import settings of the program that starts the server. */
const importSettings = ({ keepImportRows }: Settings) =>
  Layer.effect(
    ImportSettings,
    Effect.map(ImportSettings, (others) => ({ ...others, keepRowsFor: keepImportRows }))
  )

const eventSettings = ({ keepEvents }: Settings) =>
  Layer.effect(
    EventSettings,
    Effect.map(EventSettings, (others) => ({ ...others, keepFor: keepEvents }))
  )

const dispatchSettings = ({
  dispatchLease,
  keepIdempotencyKeys,
  keepRecipients,
  keepUnmatched,
  onUnknown,
  sendRate
}: Settings) => ({
  ...DispatchSettings.defaultValue(),
  rate: { perSecond: sendRate, burst: sendRate },
  lease: dispatchLease,
  onUnknown,
  keepUnmatchedFor: keepUnmatched,
  keepKeysFor: keepIdempotencyKeys,
  keepRecipientsFor: keepRecipients,
  nextCheckAfter: Duration.min(DispatchSettings.defaultValue().nextCheckAfter, Duration.times(dispatchLease, 0.5))
})
