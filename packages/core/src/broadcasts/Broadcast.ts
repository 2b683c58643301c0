import { DateTime, Schema } from "effect"
import { ActorUuid, BroadcastUuid, WorkspaceUuid } from "../shared/Ids.ts"

/**
 * Where a broadcast stands (B1): `scheduled -> sending -> completed`, `sending <-> paused`, and from the three that are
 * under way to `cancelled`, `expired` or, when sending has begun, `failed`.
 */
export const BroadcastStatus = Schema.Literals([
  "scheduled",
  "sending",
  "paused",
  "completed",
  "cancelled",
  "expired",
  "failed"
])
export type BroadcastStatus = typeof BroadcastStatus.Type

/** A template sent to many recipients, frozen when it was accepted (B9). */
export const Broadcast = Schema.Struct({
  uuid: BroadcastUuid,
  workspaceUuid: WorkspaceUuid,
  createdBy: ActorUuid,
  channelType: Schema.String,
  name: Schema.String,
  templateName: Schema.String,
  locale: Schema.String,
  from: Schema.String,
  version: Schema.Int,
  status: BroadcastStatus,
  /** Why it is paused or failed; null otherwise. */
  statusReason: Schema.NullOr(Schema.String),
  /** When it is to start: what was asked for, or the moment of acceptance (B18). */
  scheduledAt: Schema.DateTimeUtc,
  /** No hand-over begins at or after this instant (B3). */
  validUntil: Schema.NullOr(Schema.DateTimeUtc),
  createdAt: Schema.DateTimeUtc
})
export type Broadcast = typeof Broadcast.Type

/** Whether the time of a broadcast is over, so that no hand-over may begin any more (B3). */
export const hasExpired = ({ validUntil }: Pick<Broadcast, "validUntil">, now: DateTime.Utc): boolean =>
  validUntil !== null && DateTime.isLessThanOrEqualTo(validUntil, now)

/**
 * How many recipients stand where, cumulative and from one snapshot, so that
 * `read <= delivered <= sent <= recipients` at every moment (B13).
 */
export interface BroadcastCounters {
  /** Accepted when the broadcast was created. */
  readonly recipients: number
  /** Taken over by the channel. */
  readonly sent: number
  readonly delivered: number
  readonly read: number
  /** Refused when the broadcast was created, or never handed over. */
  readonly rejected: number
  /** Undeliverable. */
  readonly failed: number
}

/** A broadcast with its counters. */
export interface BroadcastDetails {
  readonly broadcast: Broadcast
  readonly counters: BroadcastCounters
}

/**
 * The states that `BroadcastStore.move` to each state may start from (B1, B2). What is scheduled starts through
 * `takeDue` alone, at its time; what is sending completes through `completeIfDone` alone, when nobody is pending.
 */
export const lawfulMoves: { readonly [To in BroadcastStatus]: ReadonlyArray<BroadcastStatus> } = {
  scheduled: [],
  sending: ["paused"],
  paused: ["sending"],
  completed: [],
  cancelled: ["scheduled", "sending", "paused"],
  expired: ["scheduled", "sending", "paused"],
  failed: ["sending", "paused"]
}

/** Why a recipient was not handed over before its broadcast came to this state (B10). */
export const neverSent = (status: BroadcastStatus): string => `${status} before sending`
