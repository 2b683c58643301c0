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

/** The result of one send. */
export type SendOutcome = SendAttempt &
  (
    | {
        readonly _tag: "Accepted"
        readonly messageId: string
        /** The address under which the recipient writes, if the provider returns it and it differs. */
        readonly writesFrom?: string
        /** The platform has the message and may still drop it. It does not count as sent until a receipt says so. */
        readonly isHeld?: boolean
      }
    | ({ readonly _tag: "Undeliverable" } & RecipientProblem)
    /** The response was lost. The channel is asked after `askAfter`; if null, only a receipt resolves it. */
    | { readonly _tag: "Unknown"; readonly askAfter: Duration.Duration | null }
    /** Only claimed: a limit of the workspace keeps it from being sent. */
    | ({ readonly _tag: "Rejected" } & RecipientProblem)
    /**
     * Not accepted. The delivery is pending again, claimable after `delay` and behind deliveries that were never released.
     * Without a delay its send had not begun, and it keeps its place. `counts`: whether this is one of the retries.
     */
    | { readonly _tag: "Retry"; readonly delay: Duration.Duration | null; readonly counts: boolean }
  )

/** What resolves an `unknown` delivery: the channel's answer; without an answer, what `onUnknown` says. */
export type Resolution =
  | { readonly _tag: "Accepted"; readonly messageId: string }
  /** Never accepted, and the channel refuses a late send of this attempt. */
  | { readonly _tag: "NotAccepted" }
  /** The channel cannot say: the delivery stays unknown, and the channel is not asked again. */
  | { readonly _tag: "Unknown" }
  /** Sent once more, perhaps a second time to the recipient. Given up after `retries` retries, or when nothing may be sent. */
  | { readonly _tag: "Resend"; readonly retries: number }
  /** Undeliverable, unless a receipt proves otherwise. */
  | { readonly _tag: "GiveUp" }

/**
 * The state of one message to one recipient of one broadcast, as stores keep it. A function of `Delivery.ts` decides every
 * change.
 */
export interface Delivery extends Recipient {
  readonly workspaceUuid: WorkspaceUuid
  /** The parameters of the message. Null if the recipient was rejected at creation: such a delivery never changes again. */
  readonly parameters: MessageParameters | null
  /** All problems of a recipient that was rejected at creation with several problems; otherwise null. */
  readonly problems: Arr.NonEmptyReadonlyArray<RecipientProblem> | null
  /** The channel's id of the message: the first id that became known. An erased delivery has its digest instead. */
  readonly messageId: string | null
  /** How often it was claimed. Only an outcome of the latest claim counts (fencing). */
  readonly attempt: number
  /** How many sends ended in a transient error that counts. */
  readonly retries: number
  /** While pending: the earliest time of the next claim. */
  readonly notBefore: DateTime.Utc | null
  /** While claimed or sending: when the lease ends. While unknown: when the channel is asked again; null for never. */
  readonly leaseUntil: DateTime.Utc | null
  /** When it became known that the channel accepted the message. The counter `sent` counts deliveries with this timestamp. */
  readonly sentAt: DateTime.Utc | null
  readonly readAt: DateTime.Utc | null
}

/** Names a message by a keyed digest of its id, which does not show the id. The digest of a digest is the digest itself. */
export type MessageDigest = (messageId: string) => string

const digestPrefix = "digest:"

/** Makes the {@link MessageDigest} from a function that digests ids. */
export const messageDigestWith =
  (digest: (messageId: string) => string): MessageDigest =>
  (messageId) =>
    messageId.startsWith(digestPrefix) ? messageId : `${digestPrefix}${digest(messageId)}`

/** The broadcast of a delivery. */
export const broadcastOf = ({ broadcastUuid, workspaceUuid }: Delivery): BroadcastRef => ({
  workspace: workspaceUuid,
  broadcast: broadcastUuid
})

/** The delivery to a new recipient of a broadcast; `position` counts from 1 in the order of acceptance. */
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

/** What a reader sees of a delivery. */
export const recipientOf = (row: Delivery): Recipient => Struct.pick(row, Struct.keys(Recipient.fields))

/**
 * Whether the engine still has to act: send the message, or ask for the outcome of an expired claim. A broadcast is not
 * complete while one of its deliveries is unfinished.
 */
export const isUnfinished = ({ leaseUntil, status }: Delivery): boolean => status === "pending" || leaseUntil !== null

/** The counters of a broadcast, and how many of its deliveries are unfinished. */
export interface DeliveryCounters extends BroadcastCounters {
  readonly unfinished: number
}

/** The counters of a broadcast, from all its deliveries. */
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

/** Why deliveries were excluded or not made, and how many for each reason. */
export const reasonsOf = (rows: ReadonlyArray<Delivery>): ReasonCounts => {
  const reasons: { [Reason in RecipientReason]?: number } = {}
  for (const { reason } of rows) if (reason !== null) reasons[reason] = (reasons[reason] ?? 0) + 1
  return reasons
}

/** The outcomes of deliveries within a span of time, and when the span begins. */
export interface SpanCounts {
  readonly at: DateTime.Utc
  readonly sent: number
  readonly delivered: number
  readonly read: number
  /** Undeliverable, and not changed since. */
  readonly failed: number
}

/**
 * Counts deliveries by the spans in which they were sent, delivered, read, and found undeliverable. Returns the first
 * `limit` spans at most. Spans begin at multiples of their length since 1970. Empty spans are left out.
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

/** The length of each span, and the most spans to return. */
export interface SpanRequest {
  readonly span: Duration.Duration
  readonly limit: number
}

/** Whether the delivery can still be kept from being sent: it is pending or claimed. */
export const isUnsent = ({ status }: Delivery): boolean => status === "pending" || status === "claimed"

/**
 * Since when a delivery counts as a message to its person: since its acceptance; since its last change if it may have been
 * accepted, but that is not known. Null if it was not sent or did not arrive.
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

/** Whether the contact of a delivery was erased. */
export const isErased = ({ identifier }: Delivery): boolean => identifier === ""
