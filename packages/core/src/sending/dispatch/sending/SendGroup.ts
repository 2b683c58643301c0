import { Cause, Clock, Context, Duration, Effect, Exit, Fiber, Metric, Random, References } from "effect"
import { type Broadcast, refOf } from "../../broadcasts/Broadcast.ts"
import { MayBegin } from "../../channels/MayBegin.ts"
import {
  type MessageChannel,
  messageIdOf,
  type OutboundMessage,
  type SendError,
  type SentMessage
} from "../../channels/MessageChannel.ts"
import { isAddress } from "../../../people/identifiers/AddressForm.ts"
import { addressOf, type NumberForms, PhoneNumbers } from "../../../people/contacts/Identifiers.ts"
import type { SendOutcome } from "../../delivery/Delivery.ts"
import type { ClaimedDelivery } from "../../delivery/DeliveryStore.ts"
import { DispatchSettings } from "../DispatchSettings.ts"
import { correlationOf } from "../../../shared/Ids.ts"
import { metrics } from "../../../operations/observability/Metrics.ts"
import { steadyClock } from "../../../shared/Instant.ts"
import { toStorable } from "../../../shared/Text.ts"
import type { SendConditions } from "./SendConditions.ts"
import { makeSendGate, stopped } from "./SendGate.ts"
import { outcomeOf, unbegun, unknownOutcome } from "./SendVerdict.ts"

/** An outcome for each delivery of a group, and the channel's errors, each with its delivery's outcome. */
export interface GroupResult {
  readonly outcomes: ReadonlyArray<SendOutcome>
  readonly errors: ReadonlyArray<{ readonly error: SendError; readonly outcome: SendOutcome }>
}

/**
 * Sends a group of deliveries at once, and never fails. Returns when every delivery has an outcome, at the latest at
 * `deadline`, in milliseconds of the steady clock. If interrupted, waits up to `grace` for responses. A send without a
 * response by then is `Unknown`; so is a send with a defect, which is logged. A send that has not begun by the deadline, as
 * in a suspended process, or that `MayBegin` stops, is released.
 */
export const sendGroup = Effect.fnUntraced(function* (
  broadcast: Broadcast,
  channel: MessageChannel["Service"],
  group: ReadonlyArray<ClaimedDelivery>,
  { conditions, deadline }: { readonly conditions: SendConditions | null; readonly deadline: number }
) {
  const settings = yield* DispatchSettings
  const numbers = yield* PhoneNumbers
  const context = yield* Effect.context()
  const now = yield* steadyClock
  const outcomes = group.map(unbegun)
  const errors: Array<GroupResult["errors"][number]> = []
  const gate = yield* makeSendGate(refOf(broadcast), conditions, group)
  let isOver = false
  yield* Metric.update(metrics.groups.of(broadcast.channelType), group.length)
  const measure = yield* measured(broadcast.channelType)

  const outcomeOfSend = (delivery: ClaimedDelivery, begin: Effect.Effect<void, SendError>) => {
    const sent = measure(Effect.suspend(() => channel.send(messageTo(broadcast, delivery))))
    return Effect.andThen(begin, sent).pipe(
      Effect.map((sent) => acceptedOutcome(numbers, delivery, sent)),
      Effect.catch((error) =>
        Effect.map(Random.next, (random) => {
          const outcome = outcomeOf(error, delivery, settings, random)
          errors.push({ error, outcome })
          return outcome
        })
      )
    )
  }

  const sending = new Set<Fiber.Fiber<SendOutcome>>()
  /** Starts each send in a separate fiber. One fiber around all sends would double the time of a quick send. */
  const start = (delivery: ClaimedDelivery, index: number) => {
    const unknown = unknownOutcome(delivery, settings)
    const beginNow = Effect.suspend(() => {
      if (isOver || now() >= deadline) return Effect.fail(stopped("the time for sending was over"))
      outcomes[index] = unknown
      return Effect.void
    })
    /** The request is written only after this check. If the check doesn't finish in time, the send has not begun. */
    const begin = Effect.suspend(() => {
      outcomes[index] = unbegun(delivery)
      return Effect.andThen(gate(delivery), beginNow)
    })
    const sent = Effect.catchCause(outcomeOfSend(delivery, begin), (cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.succeed(unknown) : broken(cause, unknown)
    )
    const fiber = Effect.runForkWith(Context.add(context, MayBegin, begin))(sent)
    sending.add(fiber)
    fiber.addObserver((exit) => {
      outcomes[index] = Exit.isSuccess(exit) ? exit.value : unknown
      sending.delete(fiber)
    })
  }
  group.forEach(start)
  if (sending.size > 0) {
    const left = () => Math.max(0, deadline - now())
    const answered = (millis: number) => Effect.timeoutOption(Fiber.awaitAll(sending), millis)
    const wait = yield* Effect.exit(Effect.interruptible(Effect.suspend(() => answered(left()))))
    if (Exit.isFailure(wait)) yield* answered(Math.min(left(), Duration.toMillis(settings.grace)))
  }
  // Sends that are waiting to begin are released here, and must not begin.
  isOver = true
  const result: GroupResult = { outcomes: [...outcomes], errors: [...errors] }
  // Don't wait for a send that cannot be interrupted.
  for (const fiber of sending) fiber.interruptUnsafe()
  return result
}, Effect.uninterruptible)

/**
 * Measures the duration and result of each send in a group: its error's reason, or success. Values shared by all sends are
 * looked up once.
 */
const measured = Effect.fnUntraced(function* (channelType: string) {
  const clock = yield* Clock.Clock
  const context = yield* Effect.context()
  const isTraced = yield* References.TracerEnabled
  const seconds = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e9
  const seriesOf = new Map<string | null, ReturnType<typeof makeSeries>>()
  const makeSeries = (reason: string | null) => ({
    sends: metrics.sends.of("send", channelType, reason),
    sent: metrics.sent.of("send", channelType, reason)
  })
  const record = (duration: number, exit: Exit.Exit<unknown, SendError>) => {
    const reason = reasonOf(exit)
    const series = seriesOf.get(reason) ?? makeSeries(reason)
    seriesOf.set(reason, series)
    series.sends.updateUnsafe(duration, context)
    series.sent.updateUnsafe(1, context)
  }
  const attributes = { "messaging.operation.name": "send", "messaging.system": channelType }
  const span = { kind: "client", attributes, captureStackTrace: false } as const
  return <A, R>(send: Effect.Effect<A, SendError, R>) =>
    Effect.suspend(() => {
      const begun = seconds()
      const traced = isTraced ? Effect.withSpan(send, `send ${channelType}`, span) : send
      return Effect.onExit(traced, (exit) => Effect.sync(() => record(seconds() - begun, exit)))
    })
})

/**
 * Returns the reason of a failed send; null if it succeeded. A send that ends without the channel's response has an unknown
 * outcome.
 */
const reasonOf = (exit: Exit.Exit<unknown, SendError>): SendError["reason"] | null => {
  if (Exit.isSuccess(exit)) return null
  const failure = exit.cause.reasons.find(Cause.isFailReason)
  return failure === undefined ? "OutcomeUnknown" : failure.error.reason
}

/** Returns the outcome of a send that the channel accepted. */
const acceptedOutcome = (
  numbers: NumberForms,
  { attempt, identifier, uuid }: ClaimedDelivery,
  sent: string | SentMessage
): SendOutcome => {
  const messageId = toStorable(messageIdOf(sent))
  if (typeof sent === "string") return { _tag: "Accepted", uuid, attempt, messageId }
  const writesFrom = sent.writesFrom === undefined ? null : addressOf(numbers, sent.writesFrom)
  const isOther = writesFrom !== null && isAddress(writesFrom) && writesFrom !== addressOf(numbers, identifier)
  const isHeld = sent.isHeld === true
  return { _tag: "Accepted", uuid, attempt, messageId, ...(isOther && { writesFrom }), ...(isHeld && { isHeld }) }
}

/** Logs a defect of a channel. */
const broken = (cause: Cause.Cause<never>, outcome: SendOutcome) =>
  Effect.logError("a channel failed to send a message", cause).pipe(
    Effect.annotateLogs({ recipient: outcome.uuid }),
    Effect.as(outcome)
  )

const messageTo = (broadcast: Broadcast, delivery: ClaimedDelivery): OutboundMessage => ({
  correlation: correlationOf(broadcast.workspaceUuid, delivery.uuid),
  attempt: delivery.attempt,
  broadcast: broadcast.uuid,
  workspace: broadcast.workspaceUuid,
  from: broadcast.from,
  to: delivery.identifier,
  templateName: broadcast.templateName,
  locale: broadcast.locale,
  parameters: delivery.parameters
})
