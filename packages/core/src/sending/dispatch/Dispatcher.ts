import { Effect, FiberSet, Latch, Layer } from "effect"
import { type BroadcastRef, refKey } from "../broadcasts/Broadcast.ts"
import { Channels } from "../channels/Channels.ts"
import { runForever } from "../../operations/background/BackgroundLoop.ts"
import { BroadcastStore, type DueBroadcast } from "../broadcasts/BroadcastStore.ts"
import { DispatchSettings } from "./DispatchSettings.ts"
import type { DispatchProcess } from "./DispatchRound.ts"
import { runWorker } from "./DispatchWorker.ts"
import { makeFairSemaphore } from "../../operations/background/FairSemaphore.ts"
import { makeLimitedSenders } from "./sending/LimitedSenders.ts"
import { Receipts } from "../delivery/Receipts.ts"
import { forkLeaseSweep } from "./ExpiredLeases.ts"
import { makeSendRecords } from "./sending/SendRecords.ts"
import { dispatchQueue, forkBroadcastSweeps, startDue } from "./Sweep.ts"

/** The number of broadcasts that `sendDue` claims together. */
const dueAtOnce = 10

/** Makes the state shared by the workers of a process. */
const makeProcess = ({ groupsAtOnce }: DispatchSettings): DispatchProcess => ({
  groups: makeFairSemaphore(groupsAtOnce, [shareOf(groupsAtOnce, 2), shareOf(groupsAtOnce, 4)]),
  records: makeSendRecords(),
  limits: makeLimitedSenders()
})

/** Starts and sends all due broadcasts in sequence. For tests without a running dispatcher; needs no clock. */
export const sendDue = Effect.gen(function* () {
  const settings = yield* DispatchSettings
  const { claimDue } = yield* BroadcastStore
  const process = makeProcess(settings)
  const send = Effect.fnUntraced(function* (due: DueBroadcast) {
    const isSending = yield* startDue(due)
    if (isSending) yield* Effect.repeat(runWorker(due.ref, process), { until: (end) => end === "NothingDue" })
  })
  for (;;) {
    const due = yield* claimDue({ limit: dueAtOnce, nextCheckAfter: settings.nextCheckAfter })
    if (due.length === 0) return
    yield* Effect.forEach(due, send, { discard: true })
  }
})

/**
 * The workers that check due broadcasts, send them, resolve unknown outcomes, and apply channel receipts. Any number of
 * processes can run them on one store; if a process dies, nothing is lost (see `DeliveryStore`). A host without this layer
 * accepts broadcasts for other processes to send.
 */
export const layerDispatcher = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* DispatchSettings
    const queue = yield* dispatchQueue
    const { all } = yield* Channels
    const receipts = yield* Receipts

    const process = makeProcess(settings)
    const jobs = yield* FiberSet.make()
    const running = new Map<string, number>()

    /**
     * Runs a job, and queues its successor if it ran out of time. Does nothing if `workersPerBroadcast` jobs of the same
     * broadcast already run in this process. More jobs may exist because the sweep queues another job for any due
     * broadcast.
     */
    const run = (ref: BroadcastRef) =>
      Effect.suspend(() => {
        const key = refKey(ref)
        const count = running.get(key) ?? 0
        if (count >= settings.workersPerBroadcast) return Effect.void
        running.set(key, count + 1)
        const leave = Effect.sync(() => {
          const left = (running.get(key) ?? 1) - 1
          if (left === 0) running.delete(key)
          else running.set(key, left)
        })
        return Effect.flatMap(Effect.ensuring(runWorker(ref, process), leave), (end) =>
          end === "TimeOver" ? Effect.asVoid(queue.offer(ref)) : Effect.void
        )
      })

    /** Takes a job and starts it in a fiber, so that jobs don't wait for each other. */
    const takeJob = Effect.gen(function* () {
      const taken = yield* Latch.make(false)
      const job = runForever(
        "worker",
        queue.take((ref) => Effect.andThen(taken.open, run(ref)))
      )
      yield* FiberSet.run(jobs, Effect.ensuring(job, taken.open))
      yield* taken.await
    })

    yield* forkBroadcastSweeps
    yield* forkLeaseSweep
    for (const { channel } of all) {
      const listen = channel.listen((batch) => receipts.apply(channel.channelType, batch))
      yield* Effect.forkScoped(Effect.forever(runForever("receipts", listen)))
    }
    yield* Effect.forkScoped(Effect.forever(takeJob))
  })
)

/** Returns one of several equal parts of the permits, at least one permit. */
const shareOf = (permits: number, parts: number) => Math.max(1, Math.floor(permits / parts))
