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
  /** How long the endpoint asks to wait; null if it does not. */
  readonly retryAfter: Duration.Duration | null
  /** Whether the endpoint says that it is gone for good. */
  readonly isGone: boolean
}

/** How far an endpoint has received the events of an entity. */
export interface EntityOutcome {
  readonly entity: string
  /** It has received every event up to here. */
  readonly after: EventCursor | null
  /** Whether it has received every event up to the cursor of the webhook. */
  readonly isDone: boolean
  /** Why it has not received the next event; null if that was not sent. */
  readonly failure: Failure | null
}

/** Returns why an answer means that an event was not received; null if it was. 410 is for good (Standard Webhooks). */
export const failureOf = (answer: WebhookAnswer): Failure | null => {
  if (answer._tag === "Unanswered") return { message: answer.message, retryAfter: null, isGone: false }
  const { retryAfter, status } = answer
  if (status >= 200 && status < 300) return null
  const why = status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`
  return { message: why, retryAfter, isGone: status === 410 }
}

/** The result of a round of requests to an endpoint. */
export interface Round {
  /** The endpoint has received every event up to here, except events of waiting entities. */
  readonly cursor: EventCursor | null
  readonly outcomes: ReadonlyArray<EntityOutcome>
  /** Whether events were removed before the endpoint had received them. */
  readonly missed: boolean
  /** The instant of the store. */
  readonly now: DateTime.Utc
  /** From 0 to 1: spreads the retries. */
  readonly random: number
}

type Waits = Pick<WebhookSettings, "giveUpAfter" | "longestRetryAfter" | "maxWaiting" | "retryAfter">

/**
 * Returns a webhook after a round. A failed entity waits longer each time; the webhook is disabled once an event has been
 * sent in vain for `giveUpAfter`, or at once when the endpoint is gone. Nothing that waits is dropped.
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

/** An entity that has not received all of its events. The attempts belong to its next event. */
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

/** The wait before a retry: it starts at `retryAfter` and doubles up to `longestRetryAfter`, minus up to a quarter. */
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

/** The entities that are sent now. A wait is no longer than the longest, whatever the clock was when it began. */
export const dueEntities = (
  { waiting }: Webhook,
  now: DateTime.Utc,
  { longestRetryAfter }: Waits
): ReadonlyArray<WaitingEntity> =>
  waiting.filter(({ retryAt }) => {
    // An end too far ahead was set by a clock that has gone back since.
    const end = endOfWait(retryAt, longestRetryAfter, now)
    return DateTime.isLessThanOrEqualTo(end, now) || DateTime.isLessThan(end, retryAt)
  })

/** Whether new events are sent: not while too many entities wait, since then the whole endpoint fails. */
export const takesEvents = ({ status, waiting }: Webhook, { maxWaiting }: Waits): boolean =>
  status === "enabled" && waiting.length < maxWaiting

/** When a webhook is due. */
export const dueOf = (webhook: Webhook, settings: Waits): WebhookDue => {
  if (webhook.status === "disabled") return { at: null, onEvents: false }
  const first = webhook.waiting.reduce<DateTime.Utc | null>(
    (first, { retryAt }) => (first === null ? retryAt : DateTime.min(first, retryAt)),
    null
  )
  return { at: first, onEvents: takesEvents(webhook, settings) }
}

/** A webhook that continues: enabled, with every entity that waits to be sent at once. */
export const enabledAgain = (webhook: Webhook, now: DateTime.Utc): Webhook => ({
  ...withoutFailures(webhook, now),
  status: "enabled",
  statusReason: null
})

/**
 * A webhook with another URL, or other types. With another URL every entity that waits is sent at once: the failures
 * were of the URL before. It stays disabled if it is.
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
