import { DateTime, Duration } from "effect"
import type { EventCursor } from "../events/RollcallEvent.ts"
import { afterDelay, endOfWait } from "../../shared/Instant.ts"
import type { WaitingEntity, Webhook, WebhookChanges } from "./Webhook.ts"
import type { WebhookAnswer } from "./WebhookSender.ts"
import type { WebhookSettings } from "./WebhookSettings.ts"
import type { WebhookDue } from "./WebhookStore.ts"

/** Why an event was not received. */
export interface Failure {
  readonly message: string
  /** How long the endpoint asks to wait before a retry; null if it doesn't ask. */
  readonly retryAfter: Duration.Duration | null
  /** Whether the endpoint is permanently gone. */
  readonly isGone: boolean
}

/** The delivery progress of one entity's events. */
export interface EntityOutcome {
  readonly entity: string
  /** The endpoint has received every event up to this cursor. */
  readonly after: EventCursor | null
  /** Whether the endpoint has received every event up to the webhook's cursor. */
  readonly isDone: boolean
  /** Why the next event was not received; null if no request failed. */
  readonly failure: Failure | null
}

/**
 * Returns why a response means that an event was not received; null if it was received. 410 is permanent (Standard
 * Webhooks).
 */
export const failureOf = (answer: WebhookAnswer): Failure | null => {
  if (answer._tag === "Unanswered") return { message: answer.message, retryAfter: null, isGone: false }
  const { retryAfter, status } = answer
  if (status >= 200 && status < 300) return null
  const why = status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`
  return { message: why, retryAfter, isGone: status === 410 }
}

/** The results of one round of requests to an endpoint. */
export interface Round {
  /** The endpoint has received every event up to this cursor, except events of waiting entities. */
  readonly cursor: EventCursor | null
  readonly outcomes: ReadonlyArray<EntityOutcome>
  /** Whether events were removed before the endpoint received them. */
  readonly missed: boolean
  /** The current time by the store's clock. */
  readonly now: DateTime.Utc
  /** A random number from 0 to 1, to spread retries. */
  readonly random: number
}

type Waits = Pick<WebhookSettings, "giveUpAfter" | "longestRetryAfter" | "maxWaiting" | "retryAfter">

/**
 * Returns the webhook after a round. The wait of a failing entity grows with each attempt. The webhook is disabled once an
 * event has failed for `giveUpAfter`, or at once if the endpoint is gone. Waiting entities are kept.
 */
export const advance = (webhook: Webhook, round: Round, settings: Waits): Webhook => {
  const { cursor, missed, now, outcomes } = round
  const waiting = new Map(webhook.waiting.map((entry) => [entry.entity, entry]))
  for (const outcome of outcomes) {
    if (outcome.isDone) waiting.delete(outcome.entity)
    else waiting.set(outcome.entity, waitingAfter(waiting.get(outcome.entity), outcome, round, settings))
  }
  const failures = outcomes.flatMap(({ failure }) => (failure === null ? [] : [failure]))
  const next: Webhook = {
    ...webhook,
    cursor,
    waiting: [...waiting.values()],
    failure: waiting.size === 0 ? null : (failures.at(-1)?.message ?? webhook.failure),
    missedAt: missed ? now : webhook.missedAt
  }
  const gaveUp = outcomes.some(({ entity, failure }) => {
    const since = waiting.get(entity)?.failingSince ?? null
    return (
      failure !== null &&
      since !== null &&
      DateTime.isLessThanOrEqualTo(DateTime.addDuration(since, settings.giveUpAfter), now)
    )
  })
  const statusReason = failures.some(({ isGone }) => isGone) ? "gone" : gaveUp ? "gave_up" : null
  return statusReason === null ? next : { ...next, status: "disabled", statusReason, updatedAt: now }
}

/** Returns an entity's waiting state after a round. `attempts` counts only the attempts to send the entity's next event. */
const waitingAfter = (
  before: WaitingEntity | undefined,
  { after, entity, failure }: EntityOutcome,
  { now, random }: Round,
  settings: Waits
): WaitingEntity => {
  const isSame = before !== undefined && before.after === after
  if (failure === null) return isSame ? before : { entity, after, attempts: 0, failingSince: null, retryAt: now }
  const attempts = isSame ? before.attempts + 1 : 1
  const failingSince = isSame ? (before.failingSince ?? now) : now
  return {
    entity,
    after,
    attempts,
    failingSince,
    retryAt: afterDelay(now, waitOf(attempts, failure, random, settings))
  }
}

/**
 * Returns the wait before a retry. The wait starts at `retryAfter` and doubles up to `longestRetryAfter`, minus up to 25
 * percent. A longer wait requested by the endpoint is used instead, up to `longestRetryAfter`.
 */
const waitOf = (
  attempts: number,
  { retryAfter: requestedWait }: Failure,
  random: number,
  { longestRetryAfter, retryAfter }: Waits
): Duration.Duration => {
  const doubled = Duration.times(retryAfter, 2 ** Math.min(attempts - 1, 30))
  const spread = Duration.times(Duration.min(doubled, longestRetryAfter), 1 - random / 4)
  return requestedWait === null ? spread : Duration.max(spread, Duration.min(requestedWait, longestRetryAfter))
}

/**
 * Returns the entities with a due retry. A wait never exceeds `longestRetryAfter`, even if the clock has gone back since
 * the wait began.
 */
export const dueEntities = (
  { waiting }: Webhook,
  now: DateTime.Utc,
  { longestRetryAfter }: Waits
): ReadonlyArray<WaitingEntity> =>
  waiting.filter(({ retryAt }) => {
    // A retry time too far ahead was set before the clock went back, so the retry is due now.
    const end = endOfWait(retryAt, longestRetryAfter, now)
    return DateTime.isLessThanOrEqualTo(end, now) || DateTime.isLessThan(end, retryAt)
  })

/**
 * Returns whether a webhook gets new events. It gets none while `maxWaiting` entities wait for a retry, because the
 * endpoint itself is then failing.
 */
export const takesEvents = ({ status, waiting }: Webhook, { maxWaiting }: Waits): boolean =>
  status === "enabled" && waiting.length < maxWaiting

export const dueOf = (webhook: Webhook, settings: Waits): WebhookDue => {
  if (webhook.status === "disabled") return { at: null, onEvents: false }
  const first = webhook.waiting.reduce<DateTime.Utc | null>(
    (first, { retryAt }) => (first === null ? retryAt : DateTime.min(first, retryAt)),
    null
  )
  return { at: first, onEvents: takesEvents(webhook, settings) }
}

/** Returns the webhook after enabling it, with every waiting entity due at once. */
export const enabledAgain = (webhook: Webhook, now: DateTime.Utc): Webhook => ({
  ...withoutFailures(webhook, now),
  status: "enabled",
  statusReason: null
})

/**
 * Returns the webhook with a new URL or new types. With a new URL, every waiting entity is due at once, because the
 * failures belong to the old URL. A disabled webhook stays disabled.
 */
export const changed = (webhook: Webhook, { types, url }: WebhookChanges, now: DateTime.Utc): Webhook => {
  const isMoved = url !== undefined && url !== webhook.url
  return {
    ...(isMoved ? { ...withoutFailures(webhook, now), url } : webhook),
    types: types === undefined ? webhook.types : types,
    updatedAt: now
  }
}

const withoutFailures = (webhook: Webhook, now: DateTime.Utc): Webhook => ({
  ...webhook,
  waiting: webhook.waiting.map((entry) => ({ ...entry, attempts: 0, failingSince: null, retryAt: now })),
  updatedAt: now
})
