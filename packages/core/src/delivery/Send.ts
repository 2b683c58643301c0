import type { DateTime, Duration } from "effect"
import type { BroadcastUuid, RecipientUuid, WorkspaceUuid } from "../shared/Ids.ts"
import type { HandOverRecord } from "../channels/MessageChannel.ts"
import type { MessageParameters } from "../templates/MessageParameters.ts"

/** A broadcast and the workspace that it belongs to: what a job carries. */
export interface BroadcastRef {
  readonly workspace: WorkspaceUuid
  readonly broadcast: BroadcastUuid
}

/** A recipient that this process may hand over, once, until the lease ends. */
export interface ClaimedRecipient {
  readonly uuid: RecipientUuid
  readonly identifier: string
  readonly parameters: MessageParameters
  /** Which claim of the recipient this is, from 1. An outcome counts only while it is the latest (fencing). */
  readonly attempt: number
  /** How many tries ended in a transient error before. */
  readonly retries: number
}

/** A recipient whose lease ran out, and which claim the lease was for. */
export interface SurrenderedRecipient {
  readonly ref: BroadcastRef
  readonly uuid: RecipientUuid
  readonly attempt: number
}

/**
 * What settles an `unknown` recipient (B12): what the channel knows of the hand-over, or where that is nothing, what was
 * chosen to do then.
 */
export type Settlement =
  | HandOverRecord
  /**
   * It is handed over again, perhaps for the second time, which counts as a retry. One with `retries` retries behind it,
   * and one that nothing more is handed over to, is given up.
   */
  | { readonly _tag: "Resend"; readonly retries: number }
  /** It is `undeliverable`, unless a receipt proves otherwise. */
  | { readonly _tag: "GiveUp" }

/** What a claim gives. */
export type Claim =
  | { readonly _tag: "Claimed"; readonly recipients: ReadonlyArray<ClaimedRecipient> }
  /** Every pending recipient waits for its retry, and the soonest of these is due at this instant. */
  | { readonly _tag: "Waiting"; readonly until: DateTime.Utc }
  /** No recipient is pending. */
  | { readonly _tag: "Drained" }
  /** The broadcast is not `sending`, or its time is over: nothing may start. */
  | { readonly _tag: "Stopped" }

/** What came of handing one claimed recipient over. */
export type HandOverOutcome = {
  readonly uuid: RecipientUuid
  readonly attempt: number
} & (
  | { readonly _tag: "Taken"; readonly messageId: string }
  | { readonly _tag: "Undeliverable"; readonly error: string }
  /**
   * Not known: the answer was lost (B12). After `askAfter` the channel is asked, and the recipient settled; where it is
   * null a receipt alone settles it.
   */
  | { readonly _tag: "Unknown"; readonly askAfter: Duration.Duration | null }
  /** Not taken; pending again, to be claimed after `delay`. `counts` says whether it was one of the three tries (B15). */
  | { readonly _tag: "Retry"; readonly delay: Duration.Duration; readonly counts: boolean }
)

/** How a shared token bucket is filled (B15). */
export interface SendRate {
  /** Hand-overs a second, over all processes. */
  readonly perSecond: number
  /** How many may go at once after a rest. */
  readonly burst: number
}

/** What a token bucket gives: how many hand-overs may start now, and if none, after how long to ask again. */
export interface SendSlots {
  readonly granted: number
  readonly retryAfter: Duration.Duration
}
