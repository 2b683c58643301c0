import {
  ActorUuid,
  Broadcasts,
  type BroadcastUuid,
  Deliveries,
  DispatchSettings,
  EventSettings,
  OptOuts,
  type Storage
} from "@rollcall/core"
import { Channels, MessageChannel, Receipts, recipientNamed, TemplateCatalog } from "@rollcall/core/channel"
import { HeldOptOuts, layerAddressedRecipients } from "@rollcall/core/delivery"
import { layerDispatcher, layerWaitingRecipients } from "@rollcall/core/dispatch"
import { BroadcastStore } from "@rollcall/core/storage"
import { simulatorTemplates } from "@rollcall/channel-simulator"
import { Clock, Context, Effect, Layer, Option, References, Schedule, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { agree } from "../Case.ts"
import type { Fixture } from "../stores/Fixture.ts"

/** What a channel accepted: the recipient of each message, and when the first one was sent, since the epoch. */
export const ChannelRecord = Schema.Struct({
  first: Schema.NullOr(Schema.Number),
  recipients: Schema.Array(Schema.String)
})
type ChannelRecord = typeof ChannelRecord.Type

export const messageIdOf = (recipient: string): string => `instant-${recipient}`

/** A channel that accepts every message at once. */
export const instantChannel = () => {
  const recipients: Array<string> = []
  let first: number | null = null
  const layer = Layer.succeed(MessageChannel, {
    channelType: "chatapp",
    hasSender: () => Effect.succeed(true),
    senders: () => Effect.succeed([]),
    send: ({ correlation }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        first ??= now
        const { uuid } = recipientNamed(correlation)
        recipients.push(uuid)
        return messageIdOf(uuid)
      }),
    lookup: (requests) => Effect.succeed(requests.map(() => ({ _tag: "Unknown" as const }))),
    listen: () => Effect.never
  })
  return { layer, record: (): ChannelRecord => ({ first, recipients }) }
}

/** The channels of a host that has this one alone. */
const channelsOf = (channel: ReturnType<typeof instantChannel>) =>
  Layer.provide(Channels.layer, [channel.layer, TemplateCatalog.layerOf(simulatorTemplates)])

/** As in a server, but with a rate that no sender reaches. */
const settings = { ...DispatchSettings.defaultValue(), rate: { perSecond: 100_000_000, burst: 100_000_000 } }

/** The workers that send over a channel. As in a server without an exporter of traces there are no spans. */
export const dispatcher = (
  channel: ReturnType<typeof instantChannel>,
  storage: Layer.Layer<Storage>,
  { recipientEvents = false }: { readonly recipientEvents?: boolean } = {}
) =>
  layerDispatcher.pipe(
    Layer.provide(Layer.provideMerge(Receipts.layer, HeldOptOuts.layer)),
    Layer.provide(Layer.provide(OptOuts.layer, layerAddressedRecipients)),
    Layer.provide([PersistedQueue.layer, channelsOf(channel), Layer.succeed(DispatchSettings, settings)]),
    Layer.provide(Layer.succeed(EventSettings, { ...EventSettings.defaultValue(), recipients: recipientEvents })),
    Layer.provide([storage, Layer.succeed(References.TracerEnabled, false)])
  )

/** The broadcasts of a store, accepted in this process. */
export const broadcastsOf = Effect.fnUntraced(function* ({ library, population: { workspace } }: Fixture) {
  const storage: Layer.Layer<Storage> = Layer.succeedContext(library)
  const layer = Layer.merge(Layer.provide(Broadcasts.layer, layerWaitingRecipients), Deliveries.layer)
  const services = yield* Layer.build(Layer.provide(layer, [storage, channelsOf(instantChannel())]))
  const store = Context.get(library, BroadcastStore)
  const broadcasts = Context.get(services, Broadcasts)
  const deliveries = Context.get(services, Deliveries)
  const caller = { workspace, actor: ActorUuid.make(workspace) }

  /** Waits until a broadcast is completed. Returns when that was seen, in milliseconds since the epoch. */
  const completed = (uuid: BroadcastUuid) =>
    store.find(workspace, uuid).pipe(
      Effect.repeat({
        until: (found) => Option.isSome(found) && found.value.status === "completed",
        schedule: Schedule.spaced("10 millis")
      }),
      Effect.andThen(Clock.currentTimeMillis)
    )

  return { broadcasts, caller, completed, deliveries, storage }
})

/** Fails unless every recipient got exactly one message. */
export const checkSentOnce = (records: ReadonlyArray<ChannelRecord>, count: number) => {
  const recipients = records.flatMap((record) => record.recipients)
  return agree("dispatch: messages, recipients", [recipients.length, new Set(recipients).size], [count, count])
}
