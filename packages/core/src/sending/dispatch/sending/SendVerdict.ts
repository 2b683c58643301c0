import { Duration, Predicate } from "effect"
import type { SendError } from "../../channels/MessageChannel.ts"
import type { SendAttempt, SendOutcome } from "../../delivery/Delivery.ts"
import type { ClaimedDelivery } from "../../delivery/DeliveryStore.ts"
import type { DispatchSettings } from "../DispatchSettings.ts"
import { toStorable } from "../../../shared/Text.ts"
import { limitReason, pauseReason } from "../../channels/PauseReason.ts"

/** The consequences of a group's send errors for its broadcast. */
export interface Verdict {
  /** The reason for a pause; null without a pause. */
  readonly pause: string | null
  /** How long all messages of the sender must wait, and why; null without a wait. */
  readonly hold: { readonly wait: Duration.Duration; readonly reason: string } | null
}

/**
 * Returns the consequences of errors for the broadcast. The first error that affects every recipient pauses the broadcast.
 * The longest throttle of the sender makes all of the sender's messages wait.
 */
export const verdictOf = (errors: ReadonlyArray<SendError>, { retryAfter }: DispatchSettings): Verdict => {
  const holds = errors.flatMap((error) =>
    error.reason === "Throttled" && error.scope !== "recipient"
      ? [{ wait: error.retryAfter ?? retryAfter, reason: limitReason(error) }]
      : []
  )
  const [first, ...others] = holds
  return {
    pause: errors.map(pauseReason).find(Predicate.isNotNull) ?? null,
    hold: first === undefined ? null : others.reduce((a, b) => (Duration.isGreaterThan(b.wait, a.wait) ? b : a), first)
  }
}

/**
 * Returns whether an outcome's cause may be either the recipient or something common to all recipients, so that it must be
 * attributed first. True for `Refused`, and for the last retry of a `Transient`: a platform that is down, or can't fetch
 * the broadcast's picture, fails for every recipient.
 */
export const isDoubtful = ({ reason }: SendError, outcome: SendOutcome): boolean =>
  outcome._tag === "Undeliverable" && (reason === "Refused" || reason === "Transient")

/** Returns the outcome of a delivery whose send failed with this error. `random` is from 0 to 1. */
export const outcomeOf = (
  error: SendError,
  delivery: ClaimedDelivery,
  settings: DispatchSettings,
  random: number
): SendOutcome => {
  const { attempt, retries, uuid } = delivery
  switch (error.reason) {
    case "Undeliverable":
    case "Refused":
      return {
        _tag: "Undeliverable",
        uuid,
        attempt,
        reason: error.recipient ?? "undeliverable",
        error: detailOf(error)
      }
    case "OutcomeUnknown":
      return unknownOutcome(delivery, settings)
    case "Throttled":
      return released(delivery, error.retryAfter ?? settings.retryAfter)
    case "TemplateRejected":
    case "SenderRejected":
      return released(delivery, Duration.zero)
    case "Stopped":
      return unbegun(delivery)
    case "Transient":
      return retries < Math.min(settings.retries, error.retries ?? Infinity)
        ? { _tag: "Retry", uuid, attempt, delay: backoff(settings, retries, random), counts: true }
        : {
            _tag: "Undeliverable",
            uuid,
            attempt,
            reason: "retries_exhausted",
            error: `gave up after ${retries} retries: ${detailOf(error)}`
          }
  }
}

/**
 * Returns the outcome of a send without a response. With `onUnknown: "wait"`, only a receipt resolves the delivery;
 * otherwise the outcome is looked up after the lease has expired.
 */
export const unknownOutcome = (
  { attempt, uuid }: ClaimedDelivery,
  { lease, onUnknown }: DispatchSettings
): SendOutcome => ({
  _tag: "Unknown",
  uuid,
  attempt,
  askAfter: onUnknown === "wait" ? null : lease
})

/**
 * Returns the outcome of a claimed delivery whose send has not begun. The delivery is pending again and keeps its place.
 */
export const unbegun = ({ attempt, uuid }: ClaimedDelivery): SendOutcome => ({
  _tag: "Retry",
  uuid,
  attempt,
  delay: null,
  counts: false
})

/**
 * Returns the outcome of a delivery that was not accepted, for a reason other than its recipient. The delivery is pending
 * again after `delay`, behind deliveries that were never released.
 */
export const released = ({ attempt, uuid }: SendAttempt, delay: Duration.Duration): SendOutcome => ({
  _tag: "Retry",
  uuid,
  attempt,
  delay,
  counts: false
})

/** Returns the detail of an error, never empty, and without characters that stores can't keep. */
const detailOf = ({ detail, reason }: SendError): string =>
  detail.trim() === "" ? `the channel answered ${reason} without a detail` : toStorable(detail)

const backoff = (settings: DispatchSettings, retries: number, random: number): Duration.Duration =>
  Duration.times(settings.retryAfter, 2 ** retries * (1 + random / 2))
