import type { BroadcastUuid } from "@rollcall/core"
import { Clock, Console, Effect, type Scope } from "effect"
import { NotDone } from "../CommandRefused.ts"
import { patience } from "../target/Patience.ts"
import { BroadcastTarget, type BroadcastView, type TargetError } from "./BroadcastTarget.ts"
import { type Reasons, readReasons, unreachedOf } from "./Reasons.ts"
import { isOver, report } from "./Report.ts"
import type { WatchScreen } from "./WatchScreen.ts"

/** Prints where a broadcast stands. */
export const showBroadcast = Effect.fn("ShowBroadcast.show")(function* (uuid: BroadcastUuid) {
  const target = yield* BroadcastTarget
  const view = yield* target.details(uuid)
  yield* Console.log(report(view, yield* reasonsOf(uuid, view)))
})

/** How often a broadcast is looked at that is watched. */
const lookEvery = "1 second"

/** How often the reasons of all recipients are read meanwhile, at most, in milliseconds: there may be many. */
const reasonsEvery = 10_000

/**
 * Shows a broadcast every second until it is over, and then prints where it stands. Fails when it was not completed. A
 * target that goes away meanwhile is waited for, for a minute.
 */
export const watchBroadcast = Effect.fn("ShowBroadcast.watch")(function* (
  uuid: BroadcastUuid,
  makeScreen: Effect.Effect<WatchScreen, never, Scope.Scope>
) {
  const target = yield* BroadcastTarget
  const first = yield* target.details(uuid)
  const last = isOver(first.status) ? first : yield* Effect.scoped(follow(uuid, first, makeScreen))
  yield* Console.log(report(last, yield* waiting(reasonsOf(uuid, last))))
  if (last.status !== "completed") return yield* new NotDone({ message: `the broadcast is ${last.status}` })
})

const follow = Effect.fnUntraced(function* (
  uuid: BroadcastUuid,
  first: BroadcastView,
  makeScreen: Effect.Effect<WatchScreen, never, Scope.Scope>
) {
  const target = yield* BroadcastTarget
  const screen = yield* makeScreen
  let known: { readonly reasons: Reasons; readonly unreached: number; readonly at: number } | null = null
  for (let view = first; ; view = yield* waiting(target.details(uuid))) {
    if (isOver(view.status)) return view
    const at = yield* Clock.currentTimeMillis
    const unreached = unreachedOf(view)
    if (known === null || (known.unreached !== unreached && at - known.at >= reasonsEvery)) {
      known = { reasons: yield* waiting(reasonsOf(uuid, view)), unreached, at }
    }
    yield* screen.show(view, known.reasons)
    yield* Effect.sleep(lookEvery)
  }
})

const reasonsOf = (uuid: BroadcastUuid, view: BroadcastView) =>
  unreachedOf(view) === 0 ? Effect.succeed<Reasons>([]) : readReasons(uuid)

const waiting = <A, R>(question: Effect.Effect<A, TargetError, R>) =>
  Effect.retry(question, { schedule: patience, while: ({ _tag }) => _tag === "TargetAway" })
