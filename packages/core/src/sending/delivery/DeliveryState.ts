import type * as Arr from "effect/Array"
import { DateTime, Duration, Order, Struct } from "effect"
import {
  type ReasonCounts,
  type RecipientProblem,
  type RecipientReason,
  Recipient,
  type StoredRecipient,
  summaryOf
} from "../broadcasts/Recipient.ts"
import type { RecipientUuid, ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { BroadcastCounters, BroadcastRef } from "../broadcasts/Broadcast.ts"
import type { MessageParameters } from "../templates/MessageParameters.ts"

/** One claim of one delivery. */
export interface SendAttempt {
  readonly uuid: RecipientUuid
  readonly attempt: number
}

/** The outcome of one claim of a delivery. */
export type SendOutcome = SendAttempt &
  (
    | {
        readonly _tag: "Accepted"
        readonly messageId: string
        /** The address that the recipient replies from, if the provider returns a different address. */
        readonly writesFrom?: string
        /** The platform has the message and may still drop it. The message counts as sent only after a receipt. */
        readonly isHeld?: boolean
      }
    | ({ readonly _tag: "Undeliverable" } & RecipientProblem)
    /** The response was lost. The outcome is looked up after `askAfter`; if null, only a receipt resolves the delivery. */
    | { readonly _tag: "Unknown"; readonly askAfter: Duration.Duration | null }
    /** A limit of the workspace prevents the send. Applies only to a claimed delivery. */
    | ({ readonly _tag: "Rejected" } & RecipientProblem)
    /**
     * The message was not accepted. The delivery becomes pending again, and can be claimed after `delay` and after
     * deliveries that were never released. `delay` is null if the send had not begun; the delivery then keeps its place.
     * `counts` tells whether the outcome counts as a retry.
     */
    | { readonly _tag: "Retry"; readonly delay: Duration.Duration | null; readonly counts: boolean }
  )

/** The resolution of an `unknown` delivery: by the channel's lookup, or by the setting `onUnknown`. */
export type Resolution =
  | { readonly _tag: "Accepted"; readonly messageId: string }
  /** The message was never accepted. The channel refuses a late send of this attempt. */
  | { readonly _tag: "NotAccepted" }
  /** The channel can't tell. The delivery stays unknown, and its outcome is not looked up again. */
  | { readonly _tag: "Unknown" }
  /**
   * The message is sent again, so the recipient may get it twice. After `retries` retries, or if no send is allowed, the
   * delivery becomes undeliverable.
   */
  | { readonly _tag: "Resend"; readonly retries: number }
  /** The delivery becomes undeliverable, unless a receipt proves otherwise. */
  | { readonly _tag: "GiveUp" }

/** The stored state of one message to one recipient of one broadcast. Only functions of `Delivery.ts` change it. */
export interface Delivery extends Recipient {
  readonly workspaceUuid: WorkspaceUuid
  /** The message parameters; null if the recipient was rejected at creation. Such a delivery never changes again. */
  readonly parameters: MessageParameters | null
  /** All problems of a recipient rejected at creation, if there are several; null otherwise. */
  readonly problems: Arr.NonEmptyReadonlyArray<RecipientProblem> | null
  /** The channel's id of the message; the first id that became known. An erased delivery stores the id's digest instead. */
  readonly messageId: string | null
  /** The number of claims. Only an outcome of the latest claim counts (fencing). */
  readonly attempt: number
  /** The number of sends that ended in a transient error and count as retries. */
  readonly retries: number
  /** While pending: the earliest time of the next claim. */
  readonly notBefore: DateTime.Utc | null
  /** While claimed or sending: the end of the lease. While unknown: when the outcome is looked up; null for never. */
  readonly leaseUntil: DateTime.Utc | null
  /** When the channel's acceptance became known. The counter `sent` counts deliveries with this timestamp. */
  readonly sentAt: DateTime.Utc | null
  readonly readAt: DateTime.Utc | null
}

/** Returns a keyed digest that identifies a message without revealing its id. A digest is returned unchanged. */
export type MessageDigest = (messageId: string) => string

const digestPrefix = "digest:"

/** Makes the {@link MessageDigest} from a function that digests ids. */
export const messageDigestWith =
  (digest: (messageId: string) => string): MessageDigest =>
  (messageId) =>
    messageId.startsWith(digestPrefix) ? messageId : `${digestPrefix}${digest(messageId)}`

export const broadcastOf = ({ broadcastUuid, workspaceUuid }: Delivery): BroadcastRef => ({
  workspace: workspaceUuid,
  broadcast: broadcastUuid
})

/** Makes the delivery to a new recipient of a broadcast. `position` is the order of acceptance, starting at 1. */
export const newDelivery = (
  { broadcast, workspace }: BroadcastRef,
  { clientReference, identifier, outcome, position, uuid }: StoredRecipient,
  now: DateTime.Utc,
  contactUuid: ContactUuid | null = null
): Delivery => ({
  workspaceUuid: workspace,
  contactUuid,
  uuid,
  broadcastUuid: broadcast,
  position,
  identifier,
  clientReference,
  status: outcome._tag === "Accepted" ? "pending" : "rejected",
  ...(outcome._tag === "Accepted" ? { reason: null, error: null } : summaryOf(outcome.problems)),
  deliveredAt: null,
  updatedAt: now,
  parameters: outcome._tag === "Accepted" ? outcome.parameters : null,
  problems: outcome._tag === "Rejected" && outcome.problems.length > 1 ? outcome.problems : null,
  messageId: null,
  attempt: 0,
  retries: 0,
  notBefore: null,
  leaseUntil: null,
  sentAt: null,
  readAt: null
})

/** Returns the members of a delivery that readers see. */
export const recipientOf = (row: Delivery): Recipient => Struct.pick(row, Struct.keys(Recipient.fields))

/**
 * Returns whether a delivery still needs work: sending its message, or looking up the outcome of an expired claim. A
 * broadcast is completed only when no delivery is unfinished.
 */
export const isUnfinished = ({ leaseUntil, status }: Delivery): boolean => status === "pending" || leaseUntil !== null

/** The counters of a broadcast, and the number of unfinished deliveries. */
export interface DeliveryCounters extends BroadcastCounters {
  readonly unfinished: number
}

/** Computes the counters of a broadcast from all its deliveries. */
export const countersOf = (rows: ReadonlyArray<Delivery>): DeliveryCounters => {
  const count = (counts: (row: Delivery) => boolean) => rows.filter(counts).length
  return {
    recipients: count(({ parameters }) => parameters !== null),
    sent: count(({ sentAt }) => sentAt !== null),
    delivered: count(({ deliveredAt }) => deliveredAt !== null),
    read: count(({ readAt }) => readAt !== null),
    rejected: count(({ status }) => status === "rejected"),
    failed: count(({ status }) => status === "undeliverable"),
    unfinished: count(isUnfinished)
  }
}

/** Counts the reasons of recipients that were excluded or not reached. */
export const reasonsOf = (rows: ReadonlyArray<Delivery>): ReasonCounts => {
  const reasons: { [Reason in RecipientReason]?: number } = {}
  for (const { reason } of rows) if (reason !== null) reasons[reason] = (reasons[reason] ?? 0) + 1
  return reasons
}

/** The outcomes of deliveries within a span of time, and the start of the span. */
export interface SpanCounts {
  readonly at: DateTime.Utc
  readonly sent: number
  readonly delivered: number
  readonly read: number
  /** The deliveries that became undeliverable in the span and haven't changed since. */
  readonly failed: number
}

/**
 * Counts deliveries by the spans in which they were sent, delivered, read and found undeliverable. Returns at most the
 * first `limit` spans. Spans begin at multiples of their length since 1970. Empty spans are left out.
 */
export const overTime = (rows: ReadonlyArray<Delivery>, { limit, span }: SpanRequest): ReadonlyArray<SpanCounts> => {
  const length = Duration.toMillis(span)
  const spans = new Map<number, Omit<SpanCounts, "at">>()
  const count = (at: DateTime.Utc | null, name: keyof Omit<SpanCounts, "at">) => {
    if (at === null) return
    const start = Math.floor(DateTime.toEpochMillis(at) / length) * length
    const counted = spans.get(start) ?? { sent: 0, delivered: 0, read: 0, failed: 0 }
    spans.set(start, { ...counted, [name]: counted[name] + 1 })
  }
  for (const { deliveredAt, readAt, sentAt, status, updatedAt } of rows) {
    count(sentAt, "sent")
    count(deliveredAt, "delivered")
    count(readAt, "read")
    count(status === "undeliverable" ? updatedAt : null, "failed")
  }
  return Array.from(spans, ([start, counts]): SpanCounts => ({ at: DateTime.makeUnsafe(start), ...counts }))
    .toSorted(Order.mapInput(DateTime.Order, ({ at }: SpanCounts) => at))
    .slice(0, limit)
}

/** The length of each span, and the maximum number of spans to return. */
export interface SpanRequest {
  readonly span: Duration.Duration
  readonly limit: number
}

/** Returns whether a delivery's send can still be prevented: it is pending or claimed. */
export const isUnsent = ({ status }: Delivery): boolean => status === "pending" || status === "claimed"

/**
 * Returns the time from which a delivery counts as a message to its person: its acceptance, or its last change if the
 * acceptance is not known. Null if the message was not sent or did not arrive.
 */
export const countsSince = ({ reason, sentAt, status, updatedAt }: Delivery): DateTime.Utc | null => {
  switch (status) {
    case "sending":
    case "unknown":
    case "sent":
    case "delivered":
    case "read":
      return sentAt ?? updatedAt
    case "undeliverable":
      return reason === "outcome_unknown" ? (sentAt ?? updatedAt) : null
    default:
      return null
  }
}

/** Returns whether the contact of a delivery was erased. */
export const isErased = ({ identifier }: Delivery): boolean => identifier === ""
