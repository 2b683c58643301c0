import { DateTime, Schema } from "effect"
import { ActorUuid, BroadcastUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { Count, described } from "../../shared/Described.ts"
import { given } from "../../shared/Input.ts"
import { InvalidInput, issue, type IssuePath } from "../../shared/Issue.ts"
import { BroadcastAudience } from "./audience/AudienceRequest.ts"
import { TemplateCategory } from "../templates/Template.ts"

/**
 * The state of a broadcast: `scheduled -> sending -> completed`, `sending <-> paused`, and from `scheduled`, `sending`
 * and `paused` to `cancelled`, `expired` or, except from `scheduled`, `failed`. A broadcast with a large audience is
 * `resolving` before it is `scheduled`, or between the time of its start and `sending`; it ends like a paused broadcast.
 *
 * @see docs/contributing/decisions.md, B1
 */
export const BroadcastStatus = Schema.Literals([
  "resolving",
  "scheduled",
  "sending",
  "paused",
  "completed",
  "cancelled",
  "expired",
  "failed"
])
export type BroadcastStatus = typeof BroadcastStatus.Type

/**
 * What is decided about a burst of opt-outs that the channel reports of a broadcast: it is held, and then applied
 * or dismissed.
 *
 * @see docs/contributing/decisions.md, B23
 */
export const HeldOptOutsState = Schema.Literals(["held", "applied", "dismissed"])
export type HeldOptOutsState = typeof HeldOptOutsState.Type

/**
 * A template sent to many recipients, frozen when it was accepted.
 *
 * @see docs/contributing/decisions.md, B9
 */
export const Broadcast = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  workspaceUuid: WorkspaceUuid,
  createdBy: ActorUuid,
  channelType: described(Schema.String, "The channel."),
  name: described(Schema.String, "The name of the broadcast."),
  templateName: described(Schema.String, "The name of its template."),
  locale: described(Schema.String, "The template's language code."),
  from: described(Schema.String, "The sender's phone number or identifier."),
  /** The template's value when the broadcast was accepted. */
  category: TemplateCategory,
  version: Schema.Int,
  status: described(BroadcastStatus, "The status of the broadcast."),
  /** Also that it waits because its sender is limited. */
  statusReason: described(
    Schema.NullOr(Schema.String),
    "Why the broadcast is paused or failed: `paused by request` after a call paused it. Null for every other status."
  ),
  /**
   * The requested start time, or the time of acceptance.
   *
   * @see docs/contributing/decisions.md, B18
   */
  scheduledAt: described(Schema.DateTimeUtc, "When sending begins, or began."),
  /** No send begins at or after this instant. */
  validUntil: described(Schema.NullOr(Schema.DateTimeUtc), "When sending ends. Null for never."),
  createdAt: described(Schema.DateTimeUtc, "When it was accepted."),
  /** The contacts that its recipients are made of; null if the request named its recipients. */
  audience: Schema.NullOr(BroadcastAudience),
  retryOf: described(Schema.NullOr(BroadcastUuid), "The broadcast that it retries. Null for none."),
  /** Whether all of its recipients are stored. Until then none of them is visible. */
  isComplete: Schema.Boolean,
  recipientsRemovedAt: described(
    Schema.NullOr(Schema.DateTimeUtc),
    "When the removal of its old recipients began. Null as long as all are kept. The counters stay."
  ),
  heldOptOuts: described(
    Schema.NullOr(HeldOptOutsState),
    "Whether a burst of opt-outs from the provider is held, applied or dismissed. Null without a burst."
  )
})
export type Broadcast = typeof Broadcast.Type

/** A broadcast without its audience, which may be megabytes, as listings have it. */
export type BroadcastSummary = Omit<Broadcast, "audience">

/** Which broadcasts are wanted: without a status all. */
export const BroadcastListing = Schema.Struct({
  /** The state that they have. */
  status: given(BroadcastStatus)
})
export type BroadcastListing = typeof BroadcastListing.Type

/**
 * Refuses what needs the recipients of a broadcast that were removed by their age.
 *
 * @see docs/contributing/decisions.md, K8
 */
export const recipientsRemoved = (uuid: BroadcastUuid, path: IssuePath): InvalidInput =>
  new InvalidInput({
    issues: [
      issue(
        "value_error",
        path,
        `the recipients of the broadcast ${uuid} were removed because of their age. Only its counters are kept`
      )
    ]
  })

/**
 * Whether a broadcast has expired, so that no send may begin any more.
 *
 * @see docs/contributing/decisions.md, B3
 */
export const hasExpired = ({ validUntil }: Pick<Broadcast, "validUntil">, now: DateTime.Utc): boolean =>
  validUntil !== null && DateTime.isLessThanOrEqualTo(validUntil, now)

/**
 * The number of recipients in each state, cumulative and from one snapshot, so that
 * `read <= delivered <= sent <= recipients` at every moment.
 *
 * @see docs/contributing/decisions.md, B13
 */
export const BroadcastCounters = Schema.Struct({
  recipients: described(Count, "How many recipients were accepted."),
  sent: described(Count, "How many messages were sent, including delivered and read messages."),
  delivered: described(Count, "How many messages were delivered, including read messages."),
  read: described(Count, "How many messages were read."),
  rejected: described(Count, "How many recipients were rejected, or not sent to before the broadcast ended."),
  failed: described(Count, "How many messages could not be delivered.")
})
export type BroadcastCounters = typeof BroadcastCounters.Type

/** How far the newest attempt to resolve the audience of a broadcast is. */
export const ResolutionProgress = Schema.Struct({
  contacts: described(Schema.NullOr(Count), "How many contacts will be stored. Null until it is known."),
  resolved: described(Count, "How many of them are stored.")
})
export type ResolutionProgress = typeof ResolutionProgress.Type

/** A broadcast and the workspace that it belongs to. */
export interface BroadcastRef {
  readonly workspace: WorkspaceUuid
  readonly broadcast: BroadcastUuid
}

/**
 * The transitions of a broadcast: the states that each may start from, and its target.
 *
 * @see docs/contributing/decisions.md, B2
 */
export const allowedTransitions = {
  resolve: { from: ["scheduled"], to: "resolving" },
  resolved: { from: ["resolving"], to: "scheduled" },
  start: { from: ["scheduled"], to: "sending" },
  pause: { from: ["sending"], to: "paused" },
  resume: { from: ["paused"], to: "sending" },
  complete: { from: ["sending"], to: "completed" },
  cancel: { from: ["resolving", "scheduled", "sending", "paused"], to: "cancelled" },
  expire: { from: ["resolving", "scheduled", "sending", "paused"], to: "expired" },
  fail: { from: ["resolving", "sending", "paused"], to: "failed" }
} as const satisfies {
  readonly [name: string]: { readonly from: ReadonlyArray<BroadcastStatus>; readonly to: BroadcastStatus }
}
export type TransitionName = keyof typeof allowedTransitions

/** A final state: no message is sent any more. */
export type FinalStatus = "completed" | "cancelled" | "expired" | "failed"

export const isOver = (status: BroadcastStatus): status is FinalStatus =>
  status === "completed" || status === "cancelled" || status === "expired" || status === "failed"

/** A broadcast, named by its workspace and its uuid. */
export const refOf = ({ uuid, workspaceUuid }: BroadcastSummary): BroadcastRef => ({
  workspace: workspaceUuid,
  broadcast: uuid
})

/** A broadcast as a key of a map. */
export const refKey = ({ broadcast, workspace }: BroadcastRef): string => `${workspace} ${broadcast}`

/** The workspace has no such broadcast, template, sender or recipient. */
export class BroadcastNotFound extends Schema.TaggedError<BroadcastNotFound>()("BroadcastNotFound", {
  /** What was requested: `broadcast <uuid>`, `template "order_update" in locale "de"`... */
  what: Schema.String
}) {
  override get message(): string {
    return `There is no ${this.what}.`
  }
}

/** The error of a broadcast that the workspace does not have. */
export const noBroadcast = (uuid: BroadcastUuid) => new BroadcastNotFound({ what: `broadcast ${uuid}` })

/** The state of the broadcast does not allow the transition. */
export class InvalidTransition extends Schema.TaggedError<InvalidTransition>()("InvalidTransition", {
  uuid: BroadcastUuid,
  status: BroadcastStatus,
  /** The requested state. */
  to: BroadcastStatus
}) {
  override get message(): string {
    return `The broadcast ${this.uuid} is ${this.status} and cannot become ${this.to}.`
  }
}
