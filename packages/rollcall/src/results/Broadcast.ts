import type * as Core from "@rollcall/core"
import type * as Sending from "@rollcall/core/sending"
import type { HostValue } from "../options/HostValue.ts"

/** A broadcast of a template, as it was accepted. */
export interface Broadcast {
  /** The uuid of the broadcast. */
  readonly uuid: string
  /** The uuid of the workspace. */
  readonly workspaceUuid: string
  /** The uuid of the user who created it. */
  readonly createdBy: string
  /** The `channelType` of the channel that sends it. */
  readonly channelType: string
  /** The display name. */
  readonly name: string
  /** The name of the template. */
  readonly templateName: string
  /** The language code of the template. */
  readonly locale: string
  /** The sender. */
  readonly from: string
  /** The purpose of its messages, from the template: `marketing`, `utility` or `authentication`. */
  readonly category: Core.Broadcast["category"]
  /** The version of the request format. */
  readonly version: number
  /**
   * `scheduled`, then `sending`, then `completed`; `paused` in between; or `cancelled`, `expired` or `failed`.
   * `resolving` while the contacts of an audience are stored.
   */
  readonly status: Core.Broadcast["status"]
  /** Why it is paused or failed, or waits for a limited sender; null otherwise. */
  readonly statusReason: string | null
  /** The requested start time, or the time of acceptance. */
  readonly scheduledAt: Date
  /** When it ends: no send begins at or after this time; null for never. */
  readonly validUntil: Date | null
  /** When it was accepted. */
  readonly createdAt: Date
  /** The audience of its recipients; null if the request named its recipients. */
  readonly audience: HostValue<Sending.BroadcastAudience> | null
  /** The uuid of the broadcast that this retries; null if it isn't a retry. */
  readonly retryOf: string | null
  /** Whether all of its recipients are stored. Until then no recipient is visible. */
  readonly isComplete: boolean
  /** When the pruning of its recipients began; null if they are kept. */
  readonly recipientsRemovedAt: Date | null
  /**
   * The state of a burst of opt-outs reported by the provider: `held`, `applied` or `dismissed`; null without a burst.
   */
  readonly heldOptOuts: Core.Broadcast["heldOptOuts"]
}

/** A broadcast with its counters and reasons, all as of the same time. */
export interface BroadcastDetails {
  /** The broadcast. */
  readonly broadcast: Broadcast
  /** The number of recipients that reached each step. */
  readonly counters: BroadcastCounters
  /** The expected `contacts` of the audience, and the number `resolved`; null unless it is being resolved. */
  readonly resolution: { readonly contacts: number | null; readonly resolved: number } | null
  /** The number of recipients not reached, by reason: in total `rejected` plus `failed`. */
  readonly reasons: Sending.BroadcastDetails["reasons"]
}

/** The number of recipients that reached each step. Cumulative: always `read <= delivered <= sent <= recipients`. */
export interface BroadcastCounters {
  /** Recipients accepted when the broadcast was created. */
  readonly recipients: number
  /** Messages accepted by the channel. */
  readonly sent: number
  /** Messages delivered to the person. */
  readonly delivered: number
  /** Messages read by the person. */
  readonly read: number
  /** Recipients rejected when the broadcast was created, or later without a send. */
  readonly rejected: number
  /** Undeliverable messages. */
  readonly failed: number
}

/** The result of an accepted broadcast. */
export interface Acceptance {
  /** The uuid of the broadcast. */
  readonly uuid: string
  /** When it starts. */
  readonly scheduledAt: Date
  /** `resolving` if the contacts of its audience are stored later; `scheduled` otherwise. */
  readonly status: Core.Acceptance["status"]
  /** The number of accepted recipients; null if not yet known. */
  readonly recipients: number | null
  /** The number of refused recipients; null if not yet known. */
  readonly rejectedRecipients: number | null
  /** The number of refused recipients by reason. Only the first reason of each recipient counts. */
  readonly exclusions: { readonly [reason: string]: number }
  /**
   * The number of accepted recipients affected by the workspace's limits at the scheduled time, as far as is known now:
   * `frequency_cap` would be rejected, `quiet_hours` would wait, `expires_in_quiet_hours` of these would expire first,
   * and `unreadable_time_zone` have an invalid time zone. Members for limits that aren't set are absent.
   */
  readonly predictions: Sending.Predictions
  /** The problems of each refused recipient, in request order; for an audience, the first 500 warnings. */
  readonly warnings: ReadonlyArray<RecipientWarning>
  /** Whether this repeats the result of an earlier call with the same `clientUniqueIdentifier`. */
  readonly replayed: boolean
}

/** The warnings and predictions that `create` would return. */
export interface Validation {
  /**
   * The problems of each recipient that would be refused, in request order; for an audience, the first 500 warnings.
   */
  readonly warnings: ReadonlyArray<RecipientWarning>
  /** The effect of the workspace's limits on the other recipients, as in an {@link Acceptance}. */
  readonly predictions: Sending.Predictions
}

/** The result of an accepted retry. */
export interface RetryAcceptance extends Acceptance {
  /** The uuid of the earlier broadcast. */
  readonly retryOf: string
  /** Whether recipients may get the message twice, because the retry includes unknown outcomes. */
  readonly mayRepeat: boolean
}

/** The problems of one recipient. */
export interface RecipientWarning {
  /** The number as given in the request. */
  readonly identifier: string
  /** The uuid of the contact, only for an audience. */
  readonly contactUuid?: string
  /** The problems, in sentences for people. */
  readonly errors: ReadonlyArray<string>
  /** The reason of each error, in the same order. */
  readonly reasons: Sending.RecipientWarning["reasons"]
}

/** The expected result of a broadcast to an audience. */
export interface AudienceEstimate {
  /** The number of contacts in the audience. */
  readonly contacts: number
  /** The number of contacts that would be reached. */
  readonly recipients: number
  /** The number of contacts that would not be reached, by reason. */
  readonly exclusions: { readonly [reason: string]: number }
  /**
   * The number of reachable recipients affected by the workspace's limits at the scheduled time, as far as is known
   * now: `frequency_cap` would be rejected, `quiet_hours` would wait, `expires_in_quiet_hours` of these would expire
   * first, and `unreadable_time_zone` have an invalid time zone. Members for limits that aren't set are absent.
   */
  readonly predictions: Sending.Predictions
  /** The sending time in seconds, if the sender sends nothing else. */
  readonly seconds: number
  /** The first recipients who would be reached, each with the message. */
  readonly examples: HostValue<Sending.AudienceEstimate>["examples"]
}

/** The result of a test. */
export interface TestResult {
  /** The result for each number: its `status`, and why nothing was sent. */
  readonly results: HostValue<Sending.TestResult>["results"]
  /** The rendered message; null if it could not be rendered for any number. */
  readonly message: HostValue<Sending.TestResult>["message"]
}

/** One recipient of a broadcast. */
export interface Recipient {
  /** The uuid of the recipient. */
  readonly uuid: string
  /** The uuid of the broadcast. */
  readonly broadcastUuid: string
  /** The position in the order of acceptance, from 1. */
  readonly position: number
  /** The phone number. */
  readonly identifier: string
  /** The uuid of the contact with the number; null if no contact has it, or after an erasure. */
  readonly contactUuid: string | null
  /** Your own reference; null for none. */
  readonly clientReference: string | null
  /**
   * `pending`, `claimed`, `sending`, `sent`, `delivered` or `read`; `unknown` if the message may have been sent;
   * `undeliverable` or `rejected` if it was not.
   */
  readonly status: Core.Recipient["status"]
  /** Why it was not reached; null unless it is `rejected` or `undeliverable`. */
  readonly reason: Core.Recipient["reason"]
  /** The reason in a sentence for people. */
  readonly error: string | null
  /** When the message was delivered; null if it was not. */
  readonly deliveredAt: Date | null
  /** When the delivery last changed. */
  readonly updatedAt: Date
}
