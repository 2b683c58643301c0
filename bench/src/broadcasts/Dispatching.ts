import {
  ActorUuid,
  Broadcasts,
  BroadcastStore,
  type BroadcastUuid,
  CurrentDispatchSettings,
  defaultDispatchSettings,
  layerDispatcher,
  Receipts,
  type Storage
} from "@rollcall/core"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { PersistedQueue } from "effect/persistence"
import { Disagreement } from "../cases/Case.ts"
import type { Arena } from "../stores/Arena.ts"
import { type ChannelRecord, instantChannel } from "./InstantChannel.ts"
import { catalog } from "./Requests.ts"

/** Everything as a server has it, but no sender's rate is ever met. */
const settings = { ...defaultDispatchSettings, rate: { perSecond: 100_000_000, burst: 100_000_000 } }

/** The workers that send over a channel. */
export const dispatcher = (channel: ReturnType<typeof instantChannel>, storage: Layer.Layer<Storage>) =>
  layerDispatcher.pipe(
    Layer.provide(Receipts.layer),
    Layer.provide([PersistedQueue.layer, channel.layer, Layer.succeed(CurrentDispatchSettings, settings)]),
    Layer.provide(storage)
  )

/** The broadcasts of an arena, accepted in this process. */
export const broadcastsOf = Effect.fnUntraced(function* ({ library, population: { workspace } }: Arena) {
  const storage: Layer.Layer<Storage> = Layer.succeedContext(library)
  const services = yield* Layer.build(Layer.provide(Broadcasts.layer, [storage, catalog, instantChannel().layer]))
  const store = Context.get(library, BroadcastStore)
  const broadcasts = Context.get(services, Broadcasts)
  const caller = { workspace, actor: ActorUuid.make(workspace) }

  /** Waits until a broadcast is completed, and tells when that was seen, in milliseconds since the epoch. */
  const completed = Effect.fnUntraced(function* (uuid: BroadcastUuid) {
    for (;;) {
      const found = yield* store.find(workspace, uuid)
      if (Option.isSome(found) && found.value.status === "completed") return yield* Clock.currentTimeMillis
      yield* Effect.sleep("10 millis")
    }
  })

  return { broadcasts, caller, completed, storage, store, workspace }
})

/** Every recipient got one message. */
export const handedOverOnce = (records: ReadonlyArray<ChannelRecord>, count: number) => {
  const taken = records.flatMap((record) => record.taken)
  const persons = new Set(taken).size
  return taken.length === count && persons === count
    ? Effect.void
    : new Disagreement({ case: "dispatch", library: { messages: taken.length, persons }, rival: count })
}
