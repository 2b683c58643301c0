import { ActorUuid, type BroadcastRequest, Broadcasts, Workspaces } from "@rollcall/core"
import { layerWaitingRecipients } from "@rollcall/core/dispatch"
import { nextId } from "@rollcall/core/shared"
import { layer } from "@rollcall/storage-postgres"
import { Context, Effect, Layer, Redacted } from "effect"
import { channelsOf, instantChannel } from "./Dispatching.ts"

/** How many broadcasts are accepted at a time. */
const atOnce = 8

/**
 * Accepts broadcasts in a database, in this process: as many of each of some new workspaces as `counts` says, those of the
 * first workspace before all others.
 */
export const acceptMany = Effect.fnUntraced(function* (
  url: string,
  request: BroadcastRequest,
  [first = 0, ...others]: ReadonlyArray<number>
) {
  const storage = layer({ url: Redacted.make(url) })
  const services = yield* Layer.build(
    Layer.provide(Layer.merge(Layer.provide(Broadcasts.layer, layerWaitingRecipients), Workspaces.layer), [
      storage,
      channelsOf(instantChannel())
    ])
  )
  const broadcasts = Context.get(services, Broadcasts)
  const accept = Effect.fnUntraced(function* (count: number) {
    const { uuid: workspace } = yield* Context.get(services, Workspaces).ensure(yield* nextId)
    const caller = { workspace, actor: ActorUuid.make(workspace) }
    yield* Effect.replicateEffect(broadcasts.create(caller, request), count, { concurrency: atOnce, discard: true })
  })
  yield* accept(first)
  yield* Effect.forEach(others, accept, { concurrency: atOnce, discard: true })
}, Effect.scoped)
