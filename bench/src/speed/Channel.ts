import {
  ActorUuid,
  Broadcasts,
  type BroadcastUuid,
  Deliveries,
  DispatchSettings,
  OptOuts,
  type Storage
} from "@rollcall/core"
import { Channels, MessageChannel, Receipts, recipientNamed, TemplateCatalog } from "@rollcall/core/channel"
import { HeldOptOuts, layerAddressedRecipients, layerDispatcher, layerWaitingRecipients } from "@rollcall/core/sending"
import { BroadcastStore } from "@rollcall/core/storage"
import { simulatorTemplates } from "@rollcall/channel-simulator"
import { Clock, Context, Effect, Layer, Option, References, Schedule } from "effect"
import { PersistedQueue } from "effect/persistence"
import { workspace } from "./Population.ts"
import { agree, type Store } from "./Store.ts"

export const messageIdOf = (recipient: string): string => `instant-${recipient}`

/**
 * Makes a channel that accepts every message at once. `record` contains the recipients, and when the first message was
 * sent.
 */
export const instantChannel = () => {
  const record = { first: Number.NaN, recipients: new Array<string>() }
  const layer = Layer.succeed(MessageChannel, {
    channelType: "chatapp",
    hasSender: () => Effect.succeed(true),
    senders: () => Effect.succeed([]),
    send: ({ correlation }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        if (record.recipients.length === 0) record.first = now
        const { uuid } = recipientNamed(correlation)
        record.recipients.push(uuid)
        return messageIdOf(uuid)
      }),
    lookup: (requests) => Effect.succeed(requests.map(() => ({ _tag: "Unknown" as const }))),
    listen: () => Effect.never
  })
  return { layer, record }
}

/** Provides the channels of a host with only this channel. */
const channelsOf = (channel: ReturnType<typeof instantChannel>) =>
  Layer.provide(Channels.layer, [channel.layer, TemplateCatalog.layerOf(simulatorTemplates)])

/** The server's settings, with a rate that no sender reaches. */
const settings = { ...DispatchSettings.defaultValue(), rate: { perSecond: 100_000_000, burst: 100_000_000 } }

/** Provides the workers that send over a channel. As in a server without a trace exporter, no spans are created. */
export const dispatcher = (channel: ReturnType<typeof instantChannel>, { library }: Pick<Store, "library">) => {
  const storage: Layer.Layer<Storage> = Layer.succeedContext(library)
  return layerDispatcher.pipe(
    Layer.provide(Layer.provideMerge(Receipts.layer, HeldOptOuts.layer)),
    Layer.provide(Layer.provide(OptOuts.layer, layerAddressedRecipients)),
    Layer.provide([PersistedQueue.layer, channelsOf(channel), Layer.succeed(DispatchSettings, settings)]),
    Layer.provide([storage, Layer.succeed(References.TracerEnabled, false)])
  )
}

/** Provides the broadcasts of a store, accepted in this process. */
export const broadcastsOf = Effect.fnUntraced(function* ({ library }: Pick<Store, "library">) {
  const storage: Layer.Layer<Storage> = Layer.succeedContext(library)
  const layer = Layer.merge(Layer.provide(Broadcasts.layer, layerWaitingRecipients), Deliveries.layer)
  const services = yield* Layer.build(Layer.provide(layer, [storage, channelsOf(instantChannel())]))
  const store = Context.get(library, BroadcastStore)

  /** Waits until a broadcast is completed. Returns the time of that, in milliseconds since the epoch. */
  const completed = (uuid: BroadcastUuid) =>
    store.find(workspace, uuid).pipe(
      Effect.repeat({
        until: (found) => Option.isSome(found) && found.value.status === "completed",
        schedule: Schedule.spaced("10 millis")
      }),
      Effect.andThen(Clock.currentTimeMillis)
    )

  return {
    broadcasts: Context.get(services, Broadcasts),
    deliveries: Context.get(services, Deliveries),
    caller: { workspace, actor: ActorUuid.make(workspace) },
    completed
  }
})

/** Fails unless every recipient got exactly one message. */
export const checkSentOnce = (recipients: ReadonlyArray<string>, count: number) =>
  agree("dispatch: messages, recipients", [recipients.length, new Set(recipients).size], [count, count])
