import type * as Core from "@rollcall/core"
import type * as Sending from "@rollcall/core/sending"
import type { HostValue } from "../options/HostValue.ts"

/** A broadcast of a template to many recipients, as it was accepted. */
export interface Broadcast {
  /** The uuid of the broadcast. */
  readonly uuid: string
  /** The uuid of the workspace. */
  readonly workspaceUuid: string
  /** The uuid of the user who created it. */
  readonly createdBy: string
  /** The channel that sends it. */
  readonly channelType: string
  /** The name, for people. */
  readonly name: string
  /** The name of the template. */
  readonly templateName: string
  /** The language code of the template. */
  readonly locale: string
  /** The sender. */
  readonly from: string
  /** What its messages are for, as the template said: `marketing`, `utility` or `authentication`. */
  readonly category: Core.Broadcast["category"]
  /** The version of the request format. */
  readonly version: number
  /**
   * The state: `scheduled`, then `sending`, then `completed`; `paused` in between; otherwise `cancelled`, `expired` or
   * `failed`. `resolving` while the contacts of an audience are stored.
   */
  readonly status: Core.Broadcast["status"]
  /** Why it is paused or failed, or that it waits because its sender is limited. */
  readonly statusReason: string | null
  /** When it starts: the requested time, or the time of the acceptance. */
  readonly scheduledAt: Date
  /** When it ends: no send begins at or after this time. */
  readonly validUntil: Date | null
  /** When it was accepted. */
  readonly createdAt: Date
  /** The audience of its recipients; null if the request named its recipients. */
  readonly audience: HostValue<Sending.BroadcastAudience> | null
  /** The uuid of the broadcast that it retries; null if it isn't a retry. */
  readonly retryOf: string | null
  /** Whether all of its recipients are stored. Until then no recipient is visible. */
  readonly isComplete: boolean
  /** When the pruning of its recipients began; null as long as they are kept. */
  readonly recipientsRemovedAt: Date | null
  /** Whether a burst of opt-outs that the provider reported is `held`, `applied` or `dismissed`; null without one. */
  readonly heldOptOuts: Core.Broadcast["heldOptOuts"]
}

/** A broadcast with its counters and reasons, all as of the same time. */
export interface BroadcastDetails {
  /** The broadcast. */
  readonly broadcast: Broadcast
  /** How many recipients have reached each step. */
  readonly counters: BroadcastCounters
  /** How many `contacts` of its audience are expected, and how many are `resolved`; null if it is not being resolved. */
  readonly resolution: { readonly contacts: number | null; readonly resolved: number } | null
  /** How many recipients were not reached for each reason: as many as `rejected` and `failed` together. */
  readonly reasons: Sending.BroadcastDetails["reasons"]
}

/** How many recipients have reached each step, cumulative: always `read <= delivered <= sent <= recipients`. */
export interface BroadcastCounters {
  /** Accepted when the broadcast was created. */
  readonly recipients: number
  /** Accepted by the channel. */
  readonly sent: number
  /** Delivered to the person. */
  readonly delivered: number
  /** Read by the person. */
  readonly read: number
  /** Rejected when the broadcast was created, or never sent. */
  readonly rejected: number
  /** Undeliverable. */
  readonly failed: number
}

/** The answer for an accepted broadcast. */
export interface Acceptance {
  /** The uuid of the broadcast. */
  readonly uuid: string
  /** When it starts. */
  readonly scheduledAt: Date
  /** `resolving` if the contacts of its audience are stored later; `scheduled` otherwise. */
  readonly status: Core.Acceptance["status"]
  /** How many recipients were accepted; null if that is not known yet. */
  readonly recipients: number | null
  /** How many recipients were refused; null if that is not known yet. */
  readonly rejectedRecipients: number | null
  /** How many recipients were refused for each reason. The first reason of each counts. */
  readonly exclusions: { readonly [reason: string]: number }
  /**
   * How the workspace's limits would affect the accepted recipients at the scheduled time, as far as is known now:
   * `frequency_cap` would be rejected, `quiet_hours` would wait, `expires_in_quiet_hours` of these would wait too long, and
   * `unreadable_time_zone` have a time zone that can't be read. Limits that the workspace doesn't have are absent.
   */
  readonly predictions: Sending.Predictions
  /** What is wrong with each refused recipient, in the order of the request. Of an audience the first 500 warnings. */
  readonly warnings: ReadonlyArray<RecipientWarning>
  /** Whether this is the answer of an earlier call with the same `clientUniqueIdentifier`. */
  readonly replayed: boolean
}

/** The warnings and predictions that `create` would return. */
export interface Validation {
  /** What is wrong with each recipient that would be refused, in the order of the request. Of an audience the first 500 warnings. */
  readonly warnings: ReadonlyArray<RecipientWarning>
  /** How the workspace's limits would affect the other recipients, as in an {@link Acceptance}. */
  readonly predictions: Sending.Predictions
}

/** The answer to an accepted retry. */
export interface RetryAcceptance extends Acceptance {
  /** The uuid of the earlier broadcast. */
  readonly retryOf: string
  /** Whether recipients may get the message twice, because the retry includes unknown outcomes. */
  readonly mayRepeat: boolean
}

/** Everything that is wrong with one recipient. */
export interface RecipientWarning {
  /** The number as it was given. */
  readonly identifier: string
  /** The uuid of the contact, for an audience. */
  readonly contactUuid?: string
  /** What is wrong, in sentences for people. */
  readonly errors: ReadonlyArray<string>
  /** The reason of each error as a literal, in the same order. */
  readonly reasons: Sending.RecipientWarning["reasons"]
}

/** The result of a broadcast to an audience if it were created now. */
export interface AudienceEstimate {
  /** How many contacts the audience has. */
  readonly contacts: number
  /** How many of them would be reached. */
  readonly recipients: number
  /** How many would not be reached, for each reason. */
  readonly exclusions: { readonly [reason: string]: number }
  /**
   * How the workspace's limits would affect the reachable recipients at the scheduled time, as far as is known now:
   * `frequency_cap` would be rejected, `quiet_hours` would wait, `expires_in_quiet_hours` of these would wait too long, and
   * `unreadable_time_zone` have a time zone that can't be read. Limits that the workspace doesn't have are absent.
   */
  readonly predictions: Sending.Predictions
  /** How long sending takes at the rate of a sender that sends nothing else, in seconds. */
  readonly seconds: number
  /** The first recipients who would be reached, each with the message. */
  readonly examples: HostValue<Sending.AudienceEstimate>["examples"]
}

/** The result of a test. */
export interface TestResult {
  /** The result for each number: its `status`, and why nothing was sent. */
  readonly results: HostValue<Sending.TestResult>["results"]
  /** The message as a person gets it; null if it could not be made for any number. */
  readonly message: HostValue<Sending.TestResult>["message"]
}

/** One recipient of a broadcast. */
export interface Recipient {
  /** The uuid of the recipient. */
  readonly uuid: string
  /** The uuid of the broadcast. */
  readonly broadcastUuid: string
  /** The recipient's position in the order of acceptance, from 1. */
  readonly position: number
  /** The number. */
  readonly identifier: string
  /** The uuid of the contact with the number; null without such a contact, or after its erasure. */
  readonly contactUuid: string | null
  /** Your own reference. */
  readonly clientReference: string | null
  /**
   * The state of the message: `pending`, `claimed`, `sending`, `sent`, `delivered`, `read`; `unknown` if it may have been
   * sent; `undeliverable` or `rejected` if it was not.
   */
  readonly status: Core.Recipient["status"]
  /** Why it was not reached, as a literal; null unless it is `rejected` or `undeliverable`. */
  readonly reason: Core.Recipient["reason"]
  /** The reason in a sentence for people. */
  readonly error: string | null
  /** When the message was delivered. */
  readonly deliveredAt: Date | null
  /** When the delivery last changed. */
  readonly updatedAt: Date
}
