import { Effect } from "effect"
import { makeLruCache } from "../../../shared/LruCache.ts"
import { type Broadcast, refKey, refOf } from "../../broadcasts/Broadcast.ts"
import { DeliveryStore } from "../../delivery/DeliveryStore.ts"
import { DispatchSettings } from "../DispatchSettings.ts"
import { steadyMillis } from "../../../shared/Instant.ts"
import { attribute, noRecord, type SendRecord, withAcceptance } from "../../channels/Attribution.ts"
import { refusalReason } from "../../channels/PauseReason.ts"
import type { GroupResult } from "./SendGroup.ts"
import { isDoubtful, released, verdictOf } from "./SendVerdict.ts"

/** The maximum number of sender and template pairs, and of broadcasts, tracked by a process. */
const maxRecords = 1_000

/**
 * Makes the record of a process's sends by template and sender, which attributes a refusal to the recipient or to the
 * template or sender. Pauses don't reset the record. Sends of other processes are found in the broadcast's counters, which
 * are read only if a refusal is doubtful and its group had no accepted message. A new process has an empty record. It
 * rejects few recipients for doubtful refusals if the counters show accepted messages, and no recipients otherwise.
 */
export const makeSendRecords = () => {
  const records = makeLruCache<SendRecord>(maxRecords)
  /** The number of accepted messages of each broadcast when its counters were last read. */
  const counted = makeLruCache<number>(maxRecords)

  /** Returns whether the channel has accepted a message of the broadcast, from any process, since the last call. */
  const hasGrown = Effect.fnUntraced(function* (broadcast: Broadcast) {
    const deliveries = yield* DeliveryStore
    const ref = refOf(broadcast)
    const before = counted.get(refKey(ref)) ?? 0
    const { sent } = yield* Effect.catch(deliveries.counters(ref), () => Effect.succeed({ sent: before }))
    counted.set(refKey(ref), sent)
    return sent > before
  })

  return {
    /** Attributes the doubtful refusals of a group. Returns the resulting outcomes and the verdict on the broadcast. */
    judge: Effect.fnUntraced(function* (broadcast: Broadcast, { errors, outcomes }: GroupResult) {
      const settings = yield* DispatchSettings
      const { channelType, from, locale, templateName, workspaceUuid } = broadcast
      const key = JSON.stringify([workspaceUuid, channelType, from, templateName, locale])
      const accepted = outcomes.filter(({ _tag }) => _tag === "Accepted").length
      const now = yield* steadyMillis
      const before = records.get(key) ?? noRecord
      const verdict = verdictOf(
        errors.map(({ error }) => error),
        settings
      )
      if (errors.length === 0) {
        if (accepted > 0) records.set(key, withAcceptance(before, now))
        return { outcomes, verdict }
      }
      const doubtful = errors.filter(({ error, outcome }) => isDoubtful(error, outcome))
      const known = doubtful.length > 0 && accepted === 0 && (yield* hasGrown(broadcast))
      const group = {
        accepted,
        doubts: doubtful.map(({ error }) => ({ isUnrecognized: error.isUnrecognized === true }))
      }
      const { isRecipients, pausesFor, record } = attribute(known ? withAcceptance(before, now) : before, group, now)
      records.set(key, record)
      const postponed = new Map(
        doubtful.flatMap(({ outcome }, index) =>
          isRecipients[index] === true ? [] : [[outcome, released(outcome, settings.retryAfter)] as const]
        )
      )
      const refusal = pausesFor === null ? undefined : doubtful[pausesFor]
      const pause = verdict.pause ?? (refusal === undefined ? null : refusalReason(refusal.error))
      return {
        outcomes: outcomes.map((outcome) => postponed.get(outcome) ?? outcome),
        verdict: { ...verdict, pause }
      }
    })
  }
}

export type SendRecords = ReturnType<typeof makeSendRecords>
