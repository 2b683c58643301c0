import type { BroadcastUuid } from "@rollcall/core"
import { Clock, Effect, type Scope } from "effect"
import { NotDone } from "../CommandRefused.ts"
import { print } from "../screen/Output.ts"
import { whileAway } from "../targets/Target.ts"
import { BroadcastClient, type BroadcastView } from "./BroadcastClient.ts"
import { type Reasons, readReasons, unreachedOf } from "./Reasons.ts"
import { isOver, report, reportJson } from "./Report.ts"
import type { WatchScreen } from "./WatchScreen.ts"

/** Prints the state of a broadcast. */
export const showBroadcast = Effect.fn("ShowBroadcast.show")(function* (uuid: BroadcastUuid, json: boolean) {
  const client = yield* BroadcastClient
  const view = yield* client.details(uuid)
  const reasons = yield* reasonsOf(uuid, view)
  yield* print(json, reportJson(view, reasons), () => report(view, reasons))
})

/** How often a broadcast that is watched is read. */
const readEvery = "1 second"

/** How often the reasons of all recipients are read meanwhile, at most, in milliseconds: there may be many. */
const reasonsEvery = 10_000

/**
 * Shows a broadcast every second until it is over, and then prints its state. Fails when it was not completed. When the
 * target goes away meanwhile, it is asked again for a minute.
 */
export const watchBroadcast = Effect.fn("ShowBroadcast.watch")(function* (
  uuid: BroadcastUuid,
  makeScreen: Effect.Effect<WatchScreen, never, Scope.Scope>,
  json: boolean
) {
  const client = yield* BroadcastClient
  const first = yield* client.details(uuid)
  const last = isOver(first.status) ? first : yield* Effect.scoped(follow(uuid, first, makeScreen))
  const reasons = yield* whileAway(reasonsOf(uuid, last))
  yield* print(json, reportJson(last, reasons), () => report(last, reasons))
  if (last.status !== "completed") return yield* new NotDone({ message: `the broadcast is ${last.status}` })
})

const follow = Effect.fnUntraced(function* (
  uuid: BroadcastUuid,
  first: BroadcastView,
  makeScreen: Effect.Effect<WatchScreen, never, Scope.Scope>
) {
  const client = yield* BroadcastClient
  const screen = yield* makeScreen
  let known: { readonly reasons: Reasons; readonly unreached: number; readonly at: number } | null = null
  for (let view = first; ; view = yield* whileAway(client.details(uuid))) {
    if (isOver(view.status)) return view
    const at = yield* Clock.currentTimeMillis
    const unreached = unreachedOf(view)
    if (known === null || (known.unreached !== unreached && at - known.at >= reasonsEvery)) {
      known = { reasons: yield* whileAway(reasonsOf(uuid, view)), unreached, at }
    }
    yield* screen.show(view, known.reasons)
    yield* Effect.sleep(readEvery)
  }
})

const reasonsOf = (uuid: BroadcastUuid, view: BroadcastView) =>
  unreachedOf(view) === 0 ? Effect.succeed<Reasons>(new Map()) : readReasons(uuid)
