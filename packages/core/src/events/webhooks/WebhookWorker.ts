import { Array as Arr, DateTime, Duration, Effect, Latch, Layer, Metric, Random, References } from "effect"
import { besides, runForever } from "../../operations/background/BackgroundLoop.ts"
import { DueWork } from "../../operations/background/DueWork.ts"
import { makeFiberPool } from "../../operations/background/FiberPool.ts"
import { EventStore, type EventRequest } from "../events/EventStore.ts"
import { type EventCursor, nameEvent, type NewEvent, type RollcallEvent, subjectOf } from "../events/RollcallEvent.ts"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import { metrics } from "../../operations/observability/Metrics.ts"
import { inTraceOf, traceparentOf } from "../../operations/observability/Traces.ts"
import { steadyMillis } from "../../shared/Instant.ts"
import { Transaction } from "../../shared/Transaction.ts"
import type { Webhook } from "./Webhook.ts"
import {
  advance,
  dueEntities,
  dueOf,
  type EntityOutcome,
  failureOf,
  type Round,
  takesEvents
} from "./WebhookDelivery.ts"
import { layerSigning, requestOf } from "./WebhookMessage.ts"
import { type SignedRequest, type WebhookAnswer, WebhookSender } from "./WebhookSender.ts"
import { WebhookSettings } from "./WebhookSettings.ts"
import { type ClaimedWebhook, type WebhookDue, WebhookStore } from "./WebhookStore.ts"

/**
 * The workers that send events to webhooks. Any number of processes can run them on one store. If a process dies, another
 * process continues when the lease expires. Events may then be sent twice, but no event is skipped, and each entity's
 * events stay in order. Without this layer, a host sends no events.
 */
export const layerWebhookWorker = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* WebhookStore
    const { awaitDue } = yield* DueWork
    const { lease, longestRetryAfter, sweepEvery } = yield* WebhookSettings
    const shorten = yield* besides(
      "shortening of webhook retry delays",
      lease,
      store.shortenWaits(Duration.max(lease, longestRetryAfter))
    )
    const hasEnded = Latch.makeUnsafe()
    const groups = [yield* makeGroup(false, hasEnded), yield* makeGroup(true, hasEnded)]
    const sweep = Effect.gen(function* () {
      hasEnded.closeUnsafe()
      const areLimited = yield* Effect.forEach(groups, (group) => group.claim)
      // If due webhooks have no free worker, `awaitDue` would return at once.
      if (areLimited.includes(true)) yield* Effect.race(hasEnded.await, Effect.sleep(sweepEvery))
      else yield* awaitDue("webhooks", sweepEvery)
    })
    yield* Effect.forkScoped(Effect.forever(runForever("sweep of webhooks", Effect.andThen(shorten, sweep))))
  })
).pipe(Layer.provide(layerSigning))

/**
 * Makes the workers for webhooks that failed last time, or for all other webhooks, so that failing webhooks don't delay the
 * others. At most a quarter of the workers serve one workspace. `claim` starts the next webhooks and returns whether other
 * due webhooks may be waiting for a worker. `hasEnded` opens each time a worker ends.
 */
const makeGroup = Effect.fnUntraced(function* (failing: boolean, hasEnded: Latch.Latch) {
  const store = yield* WebhookStore
  const { lease, workers } = yield* WebhookSettings
  const pool = yield* makeFiberPool(workers)
  const share = Math.max(1, Math.floor(workers / 4))
  const underWay = new Map<WorkspaceUuid, number>()
  const count = (workspace: WorkspaceUuid, by: number) => {
    const counted = (underWay.get(workspace) ?? 0) + by
    if (counted > 0) underWay.set(workspace, counted)
    else underWay.delete(workspace)
  }
  const start = (claimed: ClaimedWebhook) => {
    const { uuid, workspaceUuid } = claimed.webhook
    count(workspaceUuid, 1)
    const end = Effect.sync(() => {
      count(workspaceUuid, -1)
      hasEnded.openUnsafe()
    })
    return pool.start(
      runForever("webhook worker", sendClaimed(claimed)).pipe(
        Effect.annotateLogs({ webhook: uuid }),
        Effect.ensuring(end)
      )
    )
  }
  const claim = Effect.gen(function* () {
    const limit = yield* pool.free
    if (limit > 0) {
      yield* Effect.forEach(yield* store.claimDue({ limit, lease, failing, share, underWay }), start, { discard: true })
    }
    const isShareTaken = underWay.values().some((working) => working >= share)
    return isShareTaken || (yield* pool.free) === 0
  })
  return { claim }
})

/** The events to send for one entity, in order, and the cursor that they start from. */
interface Batch {
  readonly entity: string
  readonly after: EventCursor | null
  readonly events: ReadonlyArray<RollcallEvent>
  /** The cursor after the batch. If `isLast` is true, it is the webhook's cursor. */
  readonly next: EventCursor
  readonly isLast: boolean
}

/** The events to send in a round, and the webhook's cursor after the endpoint has received them. */
interface Plan {
  readonly cursor: EventCursor | null
  readonly batches: ReadonlyArray<Batch>
  readonly missed: boolean
  /** Whether more new events may be available. */
  readonly hasMore: boolean
}

/** Sends the due events of a webhook in rounds, until no event is due or `jobTime` has passed. */
const sendClaimed = Effect.fn("WebhookWorker.send")(function* (claimed: ClaimedWebhook) {
  const settings = yield* WebhookSettings
  const began = yield* steadyMillis
  const elapsed = Effect.map(steadyMillis, (now) => now - began)
  const isOver = Effect.map(elapsed, (millis) => millis >= Duration.toMillis(settings.jobTime))
  const now = Effect.map(elapsed, (millis) => DateTime.add(claimed.at, { milliseconds: Math.floor(millis) }))
  let webhook = claimed.webhook
  for (;;) {
    const plan = yield* planOf(webhook, yield* now)
    const outcomes = new Map(plan.batches.map(({ after, entity }) => [entity, notSent(entity, after)]))
    const after = Effect.gen(function* () {
      const round: Round = {
        cursor: plan.cursor,
        outcomes: [...outcomes.values()],
        missed: plan.missed,
        now: yield* now,
        random: yield* Random.next
      }
      return advance(webhook, round, settings)
    })
    yield* Effect.forEach(plan.batches, (batch) => sendBatch({ ...claimed, webhook }, batch, outcomes, isOver), {
      concurrency: settings.concurrency,
      discard: true
    }).pipe(
      // Records received events even after an interruption, so they aren't sent again.
      Effect.onInterrupt(() =>
        Effect.flatMap(after, (next) => record({ ...claimed, webhook: next }, webhook, dueOf(next, settings))).pipe(
          Effect.ignoreCause({ log: "Warn" })
        )
      )
    )
    const next = yield* after
    const at = yield* now
    const hasMore =
      !(yield* isOver) &&
      next.status === "enabled" &&
      (dueEntities(next, at, settings).length > 0 || (plan.hasMore && takesEvents(next, settings)))
    const lease = { at: DateTime.addDuration(at, settings.lease), onEvents: false }
    const isKept = yield* record({ ...claimed, webhook: next }, webhook, hasMore ? lease : dueOf(next, settings))
    if (!isKept || !hasMore) return
    webhook = next
  }
})

const notSent = (entity: string, after: EventCursor | null): EntityOutcome => ({
  entity,
  after,
  isDone: false,
  failure: null
})

/**
 * Reads the events of the next round: events of entities that are due for a retry, or else the next events after the
 * webhook's cursor. Waiting entities are left out, because their events are sent when their retry is due.
 */
const planOf = Effect.fnUntraced(function* (webhook: Webhook, now: DateTime.Utc) {
  const settings = yield* WebhookSettings
  const { cursor, waiting } = webhook
  const due = dueEntities(webhook, now, settings)
  if (due.length > 0) {
    const read = yield* Effect.forEach(due, ({ after, entity }) =>
      Effect.map(readEvents(webhook, { after, until: cursor, subject: entity }), ({ missed, page }) => ({
        batch: { entity, after: missed ? null : after, events: page.events, next: page.next, isLast: !page.hasMore },
        missed
      }))
    )
    const batches = read.map(({ batch }) => batch)
    return { cursor, batches, missed: read.some(({ missed }) => missed), hasMore: true } satisfies Plan
  }
  if (!takesEvents(webhook, settings)) return { cursor, batches: [], missed: false, hasMore: false } satisfies Plan
  const { missed, page } = yield* readEvents(webhook, { after: cursor })
  const waits = new Set<string>(waiting.map(({ entity }) => entity))
  const byEntity = Object.entries(Arr.groupBy(page.events, subjectOf)).filter(([entity]) => !waits.has(entity))
  const batches = byEntity.map(([entity, events]): Batch => {
    return { entity, after: missed ? null : cursor, events, next: page.next, isLast: true }
  })
  return { cursor: page.next, batches, missed, hasMore: page.hasMore } satisfies Plan
})

/**
 * Reads events for a webhook. Starts with the oldest kept event if events were removed or the cursor belongs to another
 * store.
 */
const readEvents = Effect.fnUntraced(function* (
  { types, workspaceUuid }: Webhook,
  range: Pick<EventRequest, "after" | "subject" | "until">
) {
  const store = yield* EventStore
  const { chunk } = yield* WebhookSettings
  const request: EventRequest = { types, limit: chunk, ...range }
  const page = yield* store.read(workspaceUuid, request)
  if (page._tag === "Read") return { page, missed: false }
  const oldest = yield* store.read(workspaceUuid, { ...request, after: null })
  if (oldest._tag === "Read") return { page: oldest, missed: true }
  return yield* Effect.die(new Error("events cannot be read, even from the oldest event"))
})

/** Sends an event of a broadcast or an import in the trace of the request that created it. */
const inTraceOfEvent = (event: RollcallEvent) => {
  const { workspaceUuid: workspace } = event
  const options = { kind: "producer", attributes: { "rollcall.event.type": event.type } } as const
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    if ("broadcastUuid" in event && event.broadcastUuid !== null) {
      return inTraceOf({ kind: "broadcast", workspace, uuid: event.broadcastUuid }, "webhook delivery", options)(effect)
    }
    return "contactImportUuid" in event
      ? inTraceOf({ kind: "import", workspace, uuid: event.contactImportUuid }, "webhook delivery", options)(effect)
      : effect
  }
}

/** Adds `traceparent`, so that the endpoint can continue the trace. */
const withTraceparent = (request: SignedRequest) =>
  Effect.flatMap(References.TracerEnabled, (isEnabled) =>
    isEnabled
      ? Effect.match(Effect.currentParentSpan, {
          onFailure: () => request,
          onSuccess: (span) => ({ ...request, headers: { ...request.headers, traceparent: traceparentOf(span) } })
        })
      : Effect.succeed(request)
  )

/** Sends the events of one entity in sequence, until a request fails or `isOver` returns true. */
const sendBatch = Effect.fnUntraced(function* <E, R>(
  { secrets, webhook }: ClaimedWebhook,
  { entity, events, isLast, next }: Batch,
  outcomes: Map<string, EntityOutcome>,
  isOver: Effect.Effect<boolean, E, R>
) {
  const sender = yield* WebhookSender
  const { timeout } = yield* WebhookSettings
  const tooLate: WebhookAnswer = {
    _tag: "Unanswered",
    message: `did not answer within ${Duration.format(timeout)}`
  }
  for (const event of events) {
    if (yield* isOver) return
    const request = yield* requestOf(webhook.url, event, secrets)
    const begun = yield* steadyMillis
    const sent = Effect.flatMap(withTraceparent(request), sender.send)
    const answer = yield* inTraceOfEvent(event)(
      Effect.timeoutOrElse(sent, { duration: timeout, orElse: () => Effect.succeed(tooLate) })
    )
    const failure = failureOf(answer)
    const errorType = failure === null ? null : answer._tag === "Answered" ? String(answer.status) : "unanswered"
    yield* Metric.update(metrics.deliveries.of(errorType), ((yield* steadyMillis) - begun) / 1_000)
    if (failure !== null) {
      const { after = null } = outcomes.get(entity) ?? {}
      outcomes.set(entity, { entity, after, isDone: false, failure })
      return
    }
    outcomes.set(entity, { entity, after: event.cursor, isDone: false, failure: null })
  }
  outcomes.set(entity, { entity, after: next, isDone: isLast, failure: null })
})

/** Stores the progress of a webhook, and appends the events about it. Returns whether the claim was still valid. */
const record = Effect.fnUntraced(function* (claimed: ClaimedWebhook, before: Webhook, due: WebhookDue) {
  const store = yield* WebhookStore
  const events = yield* EventStore
  const transaction = yield* Transaction
  const { webhook } = claimed
  const { missedAt, statusReason, uuid, workspaceUuid } = webhook
  const head = { workspaceUuid, webhookUuid: uuid }
  const happened: ReadonlyArray<NewEvent> = [
    ...(missedAt === before.missedAt ? [] : [nameEvent({ ...head, type: "webhook.events_missed", reason: null })]),
    ...(statusReason === null ? [] : [nameEvent({ ...head, type: "webhook.disabled", reason: statusReason })])
  ]
  return yield* transaction.run(
    Effect.gen(function* () {
      if (!(yield* store.record(claimed, due))) return false
      yield* events.append(happened)
      return true
    })
  )
})
