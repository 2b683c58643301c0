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
import { type Context, Duration, Effect, Layer } from "effect"
import { channelLayer } from "../channel/Channel.ts"
import { type Settings, variables } from "../settings/Settings.ts"
import { storageLayer } from "../Storage.ts"

/** Loads half a megabyte of letters of all scripts, for names that aren't ASCII. */
const transliteration = Effect.map(
  Effect.promise(() => import("any-ascii")),
  (table) => table.default
)

/** Changes some settings. Keeps the other settings of the program that starts the server. */
const overriding = <A extends object>(settings: Context.Reference<A>, changes: Partial<A>) =>
  Layer.effect(
    settings,
    Effect.map(settings, (others): A => ({ ...others, ...changes }))
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
    Layer.provideMerge(
      overriding(DispatchSettings, {
        rate: { perSecond: settings.sendRate, burst: settings.sendRate },
        lease: settings.dispatchLease,
        onUnknown: settings.onUnknown,
        keepUnmatchedFor: settings.keepUnmatched,
        keepKeysFor: settings.keepIdempotencyKeys,
        keepRecipientsFor: settings.keepRecipients,
        nextCheckAfter: Duration.min(
          DispatchSettings.defaultValue().nextCheckAfter,
          Duration.times(settings.dispatchLease, 0.5)
        )
      })
    ),
    Layer.provideMerge(overriding(ImportSettings, { keepRowsFor: settings.keepImportRows })),
    Layer.provideMerge(overriding(EventSettings, { keepFor: settings.keepEvents })),
    Layer.provideMerge(overriding(WebhookSettings, { allowPrivateAddresses: settings.webhookPrivateAddresses })),
    Layer.provideMerge(
      Layer.succeed(PrivateAddressHint, `${variables.webhookPrivateAddresses.name} is true on the server`)
    ),
    Layer.provideMerge(
      overriding(InboxSettings, {
        keepMessagesFor: settings.keepMessages,
        ...(settings.stopWords && { stopWords: settings.stopWords })
      })
    ),
    Layer.provideMerge(phoneNumbers({ country: settings.country })),
    Layer.provideMerge(NodeHttpServer.layerHttpServices)
  )
