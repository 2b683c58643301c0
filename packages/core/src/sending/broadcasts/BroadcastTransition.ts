import { DateTime, type Duration, Effect, Option } from "effect"
import { EventSettings } from "../../events/events/EventSettings.ts"
import { EventStore } from "../../events/events/EventStore.ts"
import { nameEvent, type NewEvent } from "../../events/events/RollcallEvent.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { Transaction } from "../../shared/Transaction.ts"
import {
  allowedTransitions,
  type Broadcast,
  type BroadcastRef,
  type BroadcastStatus,
  isOver,
  type TransitionName
} from "./Broadcast.ts"
import { BroadcastStore } from "./BroadcastStore.ts"
import { notSentProblem, rejectedEvent } from "./Recipient.ts"

/**
 * Returns the name of a broadcast's lock. A transaction that changes deliveries takes the lock as shared and then reads the
 * status, which can't change while the lock is held. A transition takes the lock exclusively. Lock order: `optOutLock`,
 * broadcasts and `unmatchedLock` (in one call), then deliveries by uuid, then contacts by uuid. All precede row locks.
 */
export const broadcastLock = ({ broadcast }: BroadcastRef): string => `broadcast ${broadcast}`

/**
 * Makes a transition if the broadcast's status allows it and `guard` returns true. Only this function changes the status.
 * Ending a broadcast rejects its pending and claimed recipients in the same step. Returns the updated broadcast and its
 * previous status; `Option.none()` if the broadcast does not exist.
 *
 * @see docs/contributing/decisions.md, B10
 */
export const transition = Effect.fnUntraced(function* (
  ref: BroadcastRef,
  name: TransitionName,
  options: TransitionOptions = {}
) {
  const { lock, run } = yield* Transaction
  return yield* run(Effect.andThen(lock([broadcastLock(ref)], "exclusive"), change(ref, name, options)))
})

/**
 * Makes a transition like `transition` and returns true. If another transaction holds the broadcast's lock, returns false
 * at once without a change.
 */
export const tryTransition = Effect.fnUntraced(function* (
  ref: BroadcastRef,
  name: TransitionName,
  options: TransitionOptions = {}
) {
  const { run, tryLock } = yield* Transaction
  return yield* run(
    Effect.gen(function* () {
      const isLocked = yield* tryLock([broadcastLock(ref)], "exclusive")
      if (isLocked) yield* change(ref, name, options)
      return isLocked
    })
  )
})

interface TransitionOptions {
  readonly reason?: string
  readonly guard?: Effect.Effect<boolean, StorageError>
  /** The reason for the event, instead of `reason`. Runs after the transition is stored. */
  readonly remark?: Effect.Effect<string | null, StorageError>
  /**
   * The time until the broadcast is due again. Default: until its start for `resolved`; otherwise only at its `validUntil`.
   */
  readonly nextCheckAfter?: Duration.Duration
}

/** Makes a transition of an exclusively locked broadcast. */
const change = Effect.fnUntraced(function* (ref: BroadcastRef, name: TransitionName, options: TransitionOptions) {
  const store = yield* BroadcastStore
  const events = yield* EventStore
  const { recipients } = yield* EventSettings
  const from: ReadonlyArray<BroadcastStatus> = allowedTransitions[name].from
  const status: BroadcastStatus = allowedTransitions[name].to
  const found = yield* store.find(ref.workspace, ref.broadcast)
  if (Option.isNone(found)) return Option.none<{ readonly broadcast: Broadcast; readonly was: BroadcastStatus }>()
  const broadcast = found.value
  const was = broadcast.status
  if (!from.includes(broadcast.status) || !(yield* options.guard ?? Effect.succeed(true))) {
    return Option.some({ broadcast, was })
  }
  const statusReason = options.reason ?? null
  const nextCheckAfter = options.nextCheckAfter ?? (name === "resolved" ? yield* untilStart(broadcast) : null)
  yield* store.update(ref, { status, statusReason, nextCheckAfter })
  // Recipients of an incomplete broadcast were never visible, so they are removed instead of rejected.
  if (isOver(status) && broadcast.isComplete) {
    const problem = notSentProblem(status)
    const rejected = yield* store.rejectUnsent(ref, problem)
    if (recipients) yield* events.append(rejected.map((uuid) => rejectedEvent(ref, uuid, problem)))
  }
  const reason = options.remark === undefined ? statusReason : yield* options.remark
  const event = { workspaceUuid: ref.workspace, broadcastUuid: ref.broadcast, reason }
  yield* events.append([nameEvent({ type: eventOf[name], ...event })])
  return Option.some({ broadcast: { ...broadcast, status, statusReason }, was })
})

/** Returns the time until a broadcast starts; zero if its start has passed. */
const untilStart = Effect.fnUntraced(function* ({ scheduledAt }: Broadcast) {
  const { now } = yield* BroadcastStore
  const start = DateTime.max(scheduledAt, yield* now)
  return DateTime.distance(yield* now, start)
})

const eventOf = {
  resolve: "broadcast.resolving",
  resolved: "broadcast.resolved",
  start: "broadcast.started",
  pause: "broadcast.paused",
  resume: "broadcast.resumed",
  complete: "broadcast.completed",
  cancel: "broadcast.cancelled",
  expire: "broadcast.expired",
  fail: "broadcast.failed"
} as const satisfies { readonly [Name in TransitionName]: NewEvent["type"] }
