import { DateTime, Schema } from "effect"
import { ActorUuid, BroadcastUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { Count, described } from "../../shared/Described.ts"
import { given } from "../../shared/Input.ts"
import { InvalidInput, issue, type IssuePath } from "../../shared/Issue.ts"
import { BroadcastAudience } from "./audience/AudienceRequest.ts"
import { TemplateCategory } from "../templates/Template.ts"

/**
 * The state of a broadcast: `scheduled -> sending -> completed`, `sending <-> paused`, and from `scheduled`, `sending` and
 * `paused` to `cancelled`, `expired` or, except from `scheduled`, `failed`. A broadcast with a large audience is
 * `resolving` before it is `scheduled`, or between its start time and `sending`. A resolving broadcast can end like a
 * paused broadcast.
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
 * The state of an opt-out burst that the channel reported for a broadcast. The opt-outs are held first, then applied or
 * dismissed.
 *
 * @see docs/contributing/decisions.md, B23
 */
export const HeldOptOutsState = Schema.Literals(["held", "applied", "dismissed"])
export type HeldOptOutsState = typeof HeldOptOutsState.Type

/**
 * A template sent to many recipients. Its content is frozen at acceptance.
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
  /** The template's category when the broadcast was accepted. */
  category: TemplateCategory,
  version: Schema.Int,
  status: described(BroadcastStatus, "The status of the broadcast."),
  /** Also set while the broadcast waits for its sender's rate limit. */
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
  /** No send begins at or after this timestamp. */
  validUntil: described(Schema.NullOr(Schema.DateTimeUtc), "When sending ends. Null for never."),
  createdAt: described(Schema.DateTimeUtc, "When it was accepted."),
  /** The audience that the recipients come from; null if the request listed the recipients. */
  audience: Schema.NullOr(BroadcastAudience),
  retryOf: described(Schema.NullOr(BroadcastUuid), "The broadcast that it retries. Null for none."),
  /** Whether all recipients are stored. Until then, no recipients are visible. */
  isComplete: Schema.Boolean,
  recipientsRemovedAt: described(
    Schema.NullOr(Schema.DateTimeUtc),
    "When the removal of the broadcast's old recipients began. Null as long as all are kept. The counters stay."
  ),
  heldOptOuts: described(
    Schema.NullOr(HeldOptOutsState),
    "Whether a burst of opt-outs from the provider is held, applied or dismissed. Null without a burst."
  )
})
export type Broadcast = typeof Broadcast.Type

/** A broadcast without its audience, for listings. An audience may take megabytes. */
export type BroadcastSummary = Omit<Broadcast, "audience">

/** The broadcasts to list. Default: every status. */
export const BroadcastListing = Schema.Struct({
  /** Only broadcasts with this status. */
  status: given(BroadcastStatus)
})
export type BroadcastListing = typeof BroadcastListing.Type

/**
 * Makes the error for an operation that needs a broadcast's recipients after they were pruned.
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
 * Returns whether a broadcast has expired, so that no send may begin.
 *
 * @see docs/contributing/decisions.md, B3
 */
export const hasExpired = ({ validUntil }: Pick<Broadcast, "validUntil">, now: DateTime.Utc): boolean =>
  validUntil !== null && DateTime.isLessThanOrEqualTo(validUntil, now)

/**
 * The number of a broadcast's recipients in each state. The counts are cumulative and come from one snapshot, so `read <=
 * delivered <= sent <= recipients` always holds.
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

/** The progress of the newest attempt to resolve a broadcast's audience. */
export const ResolutionProgress = Schema.Struct({
  contacts: described(Schema.NullOr(Count), "How many contacts will be stored. Null until the number is known."),
  resolved: described(Count, "How many contacts are stored so far.")
})
export type ResolutionProgress = typeof ResolutionProgress.Type

/** The key of a broadcast: its workspace and uuid. */
export interface BroadcastRef {
  readonly workspace: WorkspaceUuid
  readonly broadcast: BroadcastUuid
}

/**
 * The transitions of a broadcast. `from` lists the states in which a transition may start, and `to` is its target.
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

/** A final state, in which no more messages are sent. */
export type FinalStatus = "completed" | "cancelled" | "expired" | "failed"

export const isOver = (status: BroadcastStatus): status is FinalStatus =>
  status === "completed" || status === "cancelled" || status === "expired" || status === "failed"

/** Returns the key of a broadcast. */
export const refOf = ({ uuid, workspaceUuid }: BroadcastSummary): BroadcastRef => ({
  workspace: workspaceUuid,
  broadcast: uuid
})

/** Returns the key of a broadcast as a string, for maps. */
export const refKey = ({ broadcast, workspace }: BroadcastRef): string => `${workspace} ${broadcast}`

/** The workspace has no such broadcast, template, sender or recipient. */
export class BroadcastNotFound extends Schema.TaggedError<BroadcastNotFound>()("BroadcastNotFound", {
  /** The missing entity: `broadcast <uuid>`, `template "order_update" in locale "de"`... */
  what: Schema.String
}) {
  override get message(): string {
    return `There is no ${this.what}.`
  }
}

/** Makes the error for a broadcast that the workspace does not have. */
export const noBroadcast = (uuid: BroadcastUuid) => new BroadcastNotFound({ what: `broadcast ${uuid}` })

/** The status of the broadcast does not allow the transition. */
export class InvalidTransition extends Schema.TaggedError<InvalidTransition>()("InvalidTransition", {
  uuid: BroadcastUuid,
  status: BroadcastStatus,
  /** The requested status. */
  to: BroadcastStatus
}) {
  override get message(): string {
    return `The broadcast ${this.uuid} is ${this.status} and cannot become ${this.to}.`
  }
}
