import { Duration, Effect, Schema } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { besides, forkSweep, runForever } from "../../operations/background/BackgroundLoop.ts"
import { type FiberPool, makeFiberPool } from "../../operations/background/FiberPool.ts"
import type { BroadcastRef } from "../broadcasts/Broadcast.ts"
import { BroadcastStore, type DueBroadcast } from "../broadcasts/BroadcastStore.ts"
import { tryTransition } from "../broadcasts/BroadcastTransition.ts"
import { discardStaged } from "../broadcasts/acceptance/CreateBroadcast.ts"
import { DispatchSettings } from "./DispatchSettings.ts"
import { BroadcastUuid, WorkspaceUuid } from "../../shared/Ids.ts"

/** A job names a broadcast to work on. The work itself is read from the broadcast's deliveries. */
const DispatchJob = Schema.Struct({ workspace: WorkspaceUuid, broadcast: BroadcastUuid })

/** The queue of dispatch jobs, shared by every process of a store. Duplicate or late jobs are harmless. */
export const dispatchQueue = PersistedQueue.make({ name: "rollcall/dispatch", schema: DispatchJob })

/**
 * The maximum number of concurrent checks per process. A check takes a store connection. With the default of ten
 * connections, six remain for requests and sends.
 */
const checksAtOnce = 4

/** How long until a broadcast is checked again if another transaction holds its lock. */
const checkLockedAfter = Duration.seconds(1)

/**
 * Starts two loops. The first loop checks due broadcasts: it starts or expires them, and queues jobs for sending
 * broadcasts. The second loop discards abandoned stages. Checks can be repeated at any time, so a broadcast with a lost job
 * gets another job. Each check has its own fiber and a timeout of `nextCheckAfter`, so a failed or slow check delays only
 * its broadcast. A broadcast is claimed only when a fiber is free.
 */
export const forkBroadcastSweeps = Effect.gen(function* () {
  const { lease, nextCheckAfter, sweepEvery } = yield* DispatchSettings
  const store = yield* BroadcastStore
  const checks = yield* makeFiberPool(checksAtOnce)
  const discards = yield* makeFiberPool(1)
  const shorten = yield* besides(
    "shortening of checks",
    Duration.min(lease, nextCheckAfter),
    store.shortenChecks(nextCheckAfter)
  )
  const checkDue = sweepDue(checks, store.claimDue, (due) => [due.ref, check(due)])
  const discardDue = sweepDue(discards, store.claimAbandoned, (ref) => [ref, discardStaged(ref)])
  yield* forkSweep("sweep", "broadcasts", Effect.andThen(shorten, checkDue), sweepEvery)
  yield* forkSweep("sweep of stages", "staged", discardDue, sweepEvery)
})

/** Claims due work for the free fibers of `pool`, and starts a fiber for each item, until nothing is due. */
const sweepDue = <Due, E, E2, R2>(
  pool: FiberPool,
  claim: (options: {
    readonly limit: number
    readonly nextCheckAfter: Duration.Duration
  }) => Effect.Effect<ReadonlyArray<Due>, E>,
  workOn: (due: Due) => readonly [BroadcastRef, Effect.Effect<void, E2, R2>]
) =>
  Effect.gen(function* () {
    const { nextCheckAfter } = yield* DispatchSettings
    const start = (due: Due) => {
      const [{ broadcast }, work] = workOn(due)
      return pool.start(
        runForever("check", Effect.timeout(work, nextCheckAfter)).pipe(Effect.annotateLogs({ broadcast }))
      )
    }
    const step = Effect.gen(function* () {
      yield* pool.awaitFree
      const limit = yield* pool.free
      const due = yield* claim({ limit, nextCheckAfter })
      yield* Effect.forEach(due, start, { discard: true })
      return due.length < limit
    })
    yield* Effect.repeat(step, { until: (isAll) => isAll })
  })

/** Starts or expires a due broadcast. Returns whether its recipients may be sent to now. */
export const startDue = Effect.fnUntraced(function* ({ hasExpired, isComplete, ref, status }: DueBroadcast) {
  const store = yield* BroadcastStore
  const { nextCheckAfter } = yield* DispatchSettings
  // The recipients of an incomplete broadcast are resolved when it starts.
  const start = isComplete
    ? tryTransition(ref, "start", { nextCheckAfter })
    : tryTransition(ref, "resolve", { nextCheckAfter: Duration.zero })
  const isFree = hasExpired ? yield* tryTransition(ref, "expire") : status !== "scheduled" || (yield* start)
  if (!isFree) yield* store.update(ref, { nextCheckAfter: checkLockedAfter })
  return isFree && !hasExpired && status !== "paused" && isComplete
})

const check = Effect.fnUntraced(function* (due: DueBroadcast) {
  const { workersPerBroadcast } = yield* DispatchSettings
  if (!(yield* startDue(due))) return
  const queue = yield* dispatchQueue
  for (let worker = 0; worker < workersPerBroadcast; worker++) yield* queue.offer(due.ref)
})
