import type { BroadcastUuid } from "@rollcall/core"
import { Effect, type Scope } from "effect"
import { NotDone } from "../CommandRefused.ts"
import { print } from "../screen/Output.ts"
import { whileAway } from "../targets/Target.ts"
import { BroadcastClient, type BroadcastView } from "./BroadcastClient.ts"
import { isOver, report, reportJson } from "./Report.ts"
import type { WatchScreen } from "./WatchScreen.ts"

export const showBroadcast = Effect.fn("ShowBroadcast.show")(function* (uuid: BroadcastUuid, json: boolean) {
  const client = yield* BroadcastClient
  const view = yield* client.details(uuid)
  yield* print(json, reportJson(view), () => report(view))
})

/** How often a watched broadcast is read. */
const readEvery = "1 second"

/**
 * Shows a broadcast every second until it is over, then prints its state. Fails unless it was completed. If the target is
 * unavailable, retries for a minute.
 */
export const watchBroadcast = Effect.fn("ShowBroadcast.watch")(function* (
  uuid: BroadcastUuid,
  makeScreen: Effect.Effect<WatchScreen, never, Scope.Scope>,
  json: boolean
) {
  const client = yield* BroadcastClient
  const first = yield* client.details(uuid)
  const last = isOver(first.status) ? first : yield* Effect.scoped(follow(uuid, first, makeScreen))
  yield* print(json, reportJson(last), () => report(last))
  if (last.status !== "completed") return yield* new NotDone({ message: `the broadcast is ${last.status}` })
})

const follow = Effect.fnUntraced(function* (
  uuid: BroadcastUuid,
  first: BroadcastView,
  makeScreen: Effect.Effect<WatchScreen, never, Scope.Scope>
) {
  const client = yield* BroadcastClient
  const screen = yield* makeScreen
  for (let view = first; ; view = yield* whileAway(client.details(uuid))) {
    if (isOver(view.status)) return view
    yield* screen.show(view)
    yield* Effect.sleep(readEvery)
  }
})
