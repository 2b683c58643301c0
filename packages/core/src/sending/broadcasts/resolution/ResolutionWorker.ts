import { Effect, Layer, Option } from "effect"
import { forkSweep, runForever } from "../../../operations/background/BackgroundLoop.ts"
import { makeFiberPool } from "../../../operations/background/FiberPool.ts"
import { Channels } from "../../channels/Channels.ts"
import { EventStore } from "../../../events/events/EventStore.ts"
import { nameEvent } from "../../../events/events/RollcallEvent.ts"
import { optOutLock } from "../../../people/opt-outs/OptOut.ts"
import { withoutLimits } from "../../../people/search/SearchLimit.ts"
import type { InvalidInput } from "../../../shared/Issue.ts"
import { Transaction } from "../../../shared/Transaction.ts"
import { AudienceStore } from "../audience/AudienceStore.ts"
import { AudienceWalks } from "../audience/AudienceWalks.ts"
import { type AudiencePlan, judgeAudience, payloadOf } from "../audience/JudgeAudience.ts"
import { type Broadcast, type BroadcastNotFound, type BroadcastRef, refOf } from "../Broadcast.ts"
import { BroadcastStore, type DueResolution } from "../BroadcastStore.ts"
import { broadcastLock, transition } from "../BroadcastTransition.ts"
import { AudienceSettings } from "./AudienceSettings.ts"
import { excludedRecipients, judgeContacts, recipientsOf } from "./JudgeContacts.ts"
import { AudienceTally, checkExpected, checkSize, forEachStep, type ReadStep } from "./ReadContacts.ts"

/** The number of contacts between two progress events of a resolution. */
const contactsPerEvent = 100_000

/** The longest failure reason of a broadcast, in characters. */
const maxReasonLength = 500

/**
 * The workers that resolve broadcast audiences in the background. Any number of processes can run them on one store. If a
 * process dies, another process starts over with the current contacts; the earlier recipients were never visible. Without
 * this layer, a host accepts broadcasts but doesn't resolve their audiences later. Audiences with lists and segments need
 * `ContactSets`.
 */
export const layerResolutionWorker = Layer.effectDiscard(
  Effect.gen(function* () {
    const { dueAfter, sweepEvery, workers } = yield* AudienceSettings
    const store = yield* BroadcastStore
    const { resolutions } = yield* AudienceWalks
    // With more workers than permits, a resolution that waits for a permit would be claimed again.
    const pool = yield* makeFiberPool(Math.min(workers, resolutions))
    const step = Effect.gen(function* () {
      yield* pool.awaitFree
      const limit = yield* pool.free
      const due = yield* store.claimUnresolved({ limit, dueAfter })
      yield* Effect.forEach(
        due,
        (resolution) =>
          pool.start(
            runForever("resolutions", runResolution(resolution)).pipe(
              Effect.annotateLogs({ broadcast: resolution.ref.broadcast })
            )
          ),
        { discard: true }
      )
      return due.length < limit
    })
    const sweep = Effect.repeat(step, { until: (isAll) => isAll })
    yield* forkSweep("resolutions", "resolutions", sweep, sweepEvery)
  })
).pipe(Layer.provide(AudienceWalks.layer))

/**
 * Resolves the audience of a broadcast in one attempt. Ends without a change if another attempt has begun or the broadcast
 * is over. If the audience can't be resolved, the broadcast fails with the reason and has no recipients.
 */
export const runResolution = Effect.fn("Resolution.run")(function* (due: DueResolution) {
  const { attempt, hasExpired, ref } = due
  if (hasExpired) return yield* Effect.asVoid(transition(ref, "expire"))
  const { maxAttempts } = yield* AudienceSettings
  if (attempt > maxAttempts) return yield* fail(ref, `the audience was not resolved in ${maxAttempts} attempts`)
  const store = yield* BroadcastStore
  const broadcast = Option.getOrUndefined(yield* store.find(ref.workspace, ref.broadcast))
  if (broadcast === undefined) return
  const { find } = yield* Channels
  if (Option.isNone(find(broadcast.channelType))) {
    return yield* Effect.logWarning(
      "this process has no channel for a broadcast and leaves its audience to other processes"
    )
  }
  yield* Effect.matchEffect(attemptResolution(broadcast, attempt), {
    onSuccess: () => Effect.void,
    onFailure: (error) => {
      if (error._tag !== "StorageError") return fail(ref, error.message)
      // The attempt is over: the broadcast was cancelled, or another process has taken over.
      return error.reason === "Conflict"
        ? Effect.logDebug(
            "an attempt to resolve an audience ended, because the broadcast was cancelled or taken over",
            error
          )
        : Effect.fail(error)
    }
  })
})

const fail = (ref: BroadcastRef, reason: string) =>
  Effect.asVoid(transition(ref, "fail", { reason: reason.slice(0, maxReasonLength) }))

const attemptResolution = Effect.fnUntraced(function* (broadcast: Broadcast, attempt: number) {
  const { audience } = broadcast
  if (audience === null) return
  const store = yield* BroadcastStore
  const { dueAfter } = yield* AudienceSettings
  const { size } = yield* AudienceStore
  const ref = refOf(broadcast)
  yield* Effect.repeat(store.discardRecipients(ref, attempt, dueAfter), { until: (isGone) => isGone })
  const payload = payloadOf(broadcast, audience)
  const judged = yield* judgeAudience(ref.workspace, payload, yield* store.now, "allowed")
  const plan = yield* Effect.fromResult<AudiencePlan, InvalidInput | BroadcastNotFound>(judged)
  const contacts = yield* size(ref.workspace, plan.selection, withoutLimits)
  yield* checkSize(contacts)
  yield* store.expectContacts(ref, attempt, contacts)
  const tally = yield* storeRecipients(broadcast, attempt, plan)
  yield* checkSize(tally.contacts)
  yield* checkExpected(audience.expect, tally.recipients)
  yield* finish(ref, attempt)
})

/** Stores the recipients of a broadcast in short transactions. */
const storeRecipients = Effect.fnUntraced(function* (broadcast: Broadcast, attempt: number, plan: AudiencePlan) {
  const store = yield* BroadcastStore
  const events = yield* EventStore
  const { lock, run } = yield* Transaction
  const { dueAfter } = yield* AudienceSettings
  const ref = refOf(broadcast)
  const tally = new AudienceTally(0)
  const excluded = excludedRecipients(plan.selection)
  const take = ({ before, contacts }: ReadStep) =>
    Effect.gen(function* () {
      yield* lock([optOutLock(ref.workspace)], "shared")
      const judged = yield* judgeContacts(ref.workspace, broadcast.category, excluded, contacts)
      yield* store.extend(ref, attempt, yield* recipientsOf(judged, before), dueAfter)
      const resolved = before + judged.length
      if (Math.floor(resolved / contactsPerEvent) > Math.floor(before / contactsPerEvent)) {
        const reason = `${resolved} contacts resolved`
        const head = { workspaceUuid: ref.workspace, broadcastUuid: ref.broadcast, reason }
        yield* events.append([nameEvent({ type: "broadcast.resolving", ...head })])
      }
      return judged
    }).pipe(
      run,
      Effect.map((judged) => tally.add(judged))
    )
  // With a concurrency of two, the next step is checked while the store writes the current step, unless the store allows
  // only one writer at a time.
  const { inResolution } = yield* AudienceWalks
  yield* forEachStep(inResolution, ref.workspace, plan, take, 2)
  return tally
})

/** Makes the recipients visible and the broadcast `scheduled`, in one step. */
const finish = Effect.fnUntraced(function* (ref: BroadcastRef, attempt: number) {
  const store = yield* BroadcastStore
  const { lock, run } = yield* Transaction
  yield* run(
    Effect.gen(function* () {
      yield* lock([broadcastLock(ref)], "exclusive")
      yield* store.complete(ref, attempt)
      yield* transition(ref, "resolved")
    })
  )
})
