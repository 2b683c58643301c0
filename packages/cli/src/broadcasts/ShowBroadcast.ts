import type { BroadcastUuid } from "@rollcall/core"
import { Effect, type Scope } from "effect"
import { NotDone } from "../CommandRefused.ts"
import { print } from "../screen/Output.ts"
import type { ApiError } from "../targets/ApiError.ts"
import { whileAway } from "../targets/Target.ts"
import { type BroadcastView, readBroadcast } from "./BroadcastClient.ts"
import { isOver, report, reportJson } from "./Report.ts"
import type { WatchScreen } from "./WatchScreen.ts"

export const showBroadcast = Effect.fn("ShowBroadcast.show")(function* (uuid: BroadcastUuid, json: boolean) {
  const view = yield* readBroadcast(uuid)
  yield* print(json, reportJson(view), () => report(view))
})

const readEvery = "1 second"

/**
 * Reads and shows a broadcast every second until it is over, then prints its state. Fails unless it was completed. If the
 * target is unavailable, retries for a minute.
 */
export const watchBroadcast = Effect.fn("ShowBroadcast.watch")(function* <R>(
  details: Effect.Effect<BroadcastView, ApiError | NotDone, R>,
  makeScreen: Effect.Effect<WatchScreen, never, Scope.Scope>,
  json: boolean
) {
  const first = yield* details
  const last = isOver(first.status) ? first : yield* Effect.scoped(follow(details, first, makeScreen))
  yield* print(json, reportJson(last), () => report(last))
  if (last.status !== "completed") return yield* new NotDone({ message: `the broadcast is ${last.status}` })
})

const follow = Effect.fnUntraced(function* <R>(
  details: Effect.Effect<BroadcastView, ApiError | NotDone, R>,
  first: BroadcastView,
  makeScreen: Effect.Effect<WatchScreen, never, Scope.Scope>
) {
  const screen = yield* makeScreen
  for (let view = first; ; view = yield* whileAway(details)) {
    if (isOver(view.status)) return view
    yield* screen.show(view)
    yield* Effect.sleep(readEvery)
  }
})
