import { Clock, Duration, Effect, Random } from "effect"
import { toStorable } from "../shared/Text.ts"
import type { Broadcast } from "../broadcasts/Broadcast.ts"
import type { DispatchSettings } from "./DispatchSettings.ts"
import type { ClaimedRecipient, HandOverOutcome } from "./Send.ts"
import { type HandOverError, MessageChannel, type OutboundMessage } from "../channels/MessageChannel.ts"

/** What came of handing a chunk over: one outcome for each recipient, and why the broadcast has to pause, if it has. */
interface StepResult {
  readonly outcomes: ReadonlyArray<HandOverOutcome>
  readonly trouble: string | null
}

/**
 * Hands a claimed chunk over. Nothing starts once half of the lease is over, nor once a template or sender is found to
 * be in trouble: such recipients go back untouched. A hand-over without an answer by then is `Unknown` (B12).
 */
export const handOverChunk = Effect.fnUntraced(function* (
  broadcast: Broadcast,
  recipients: ReadonlyArray<ClaimedRecipient>,
  settings: DispatchSettings
) {
  const channel = yield* MessageChannel
  const deadline = (yield* Clock.currentTimeMillis) + Duration.toMillis(settings.lease) / 2
  let trouble: string | null = null

  const handOver = Effect.fnUntraced(function* (recipient: ClaimedRecipient) {
    const { attempt, uuid } = recipient
    const left = deadline - (yield* Clock.currentTimeMillis)
    if (trouble !== null || left <= 0) return untouched(recipient)
    return yield* channel.handOver(messageTo(broadcast, recipient)).pipe(
      Effect.map((id): HandOverOutcome => ({ _tag: "Taken", uuid, attempt, messageId: toStorable(id) })),
      Effect.timeoutOrElse({
        duration: left,
        orElse: () => Effect.succeed(answerLost(recipient, settings))
      }),
      Effect.catch((error) => {
        if (error.reason === "TemplateTrouble" || error.reason === "SenderTrouble") trouble = reasonOf(error)
        return Effect.map(Random.next, (random) => outcomeOf(error, recipient, settings, random))
      })
    )
  })

  const outcomes = yield* Effect.forEach(recipients, handOver, { concurrency: settings.concurrency })
  const result: StepResult = { outcomes, trouble }
  return result
})

/** What an error of the channel means for the recipient. `random` is from 0 to 1. */
const outcomeOf = (
  error: HandOverError,
  recipient: ClaimedRecipient,
  settings: DispatchSettings,
  random: number
): HandOverOutcome => {
  const { attempt, retries, uuid } = recipient
  switch (error.reason) {
    case "Undeliverable":
      return { _tag: "Undeliverable", uuid, attempt, error: reasonOf(error) }
    case "AnswerLost":
      return answerLost(recipient, settings)
    case "Throttled":
      return { _tag: "Retry", uuid, attempt, delay: error.retryAfter ?? settings.retryAfter, counts: false }
    case "TemplateTrouble":
    case "SenderTrouble":
      return untouched(recipient)
    case "Transient":
      return retries < settings.retries
        ? { _tag: "Retry", uuid, attempt, delay: backoff(settings, retries, random), counts: true }
        : { _tag: "Undeliverable", uuid, attempt, error: `gave up after ${retries} retries: ${reasonOf(error)}` }
  }
}

/** Why a hand-over did not succeed: there is always something to tell, and every store can keep it. */
const reasonOf = ({ detail, reason }: HandOverError): string =>
  detail.trim() === "" ? `the channel says ${reason}` : toStorable(detail)

const backoff = (settings: DispatchSettings, retries: number, random: number): Duration.Duration =>
  Duration.times(settings.retryAfter, 2 ** retries * (1 + random / 2))

/** By default a receipt alone tells; else the channel is asked when nobody can be waiting for its answer any more. */
const answerLost = ({ attempt, uuid }: ClaimedRecipient, { lease, onUnknown }: DispatchSettings): HandOverOutcome => ({
  _tag: "Unknown",
  uuid,
  attempt,
  askAfter: onUnknown === "wait" ? null : lease
})

const untouched = ({ attempt, uuid }: ClaimedRecipient): HandOverOutcome => ({
  _tag: "Retry",
  uuid,
  attempt,
  delay: Duration.zero,
  counts: false
})

const messageTo = (broadcast: Broadcast, recipient: ClaimedRecipient): OutboundMessage => ({
  correlation: recipient.uuid,
  attempt: recipient.attempt,
  broadcast: broadcast.uuid,
  workspace: broadcast.workspaceUuid,
  from: broadcast.from,
  to: recipient.identifier,
  templateName: broadcast.templateName,
  locale: broadcast.locale,
  parameters: recipient.parameters
})
