import type { CallOptions, CursorOptions, CursorPaged } from "../methods/Inputs.ts"
import type { BroadcastDetails, Recipient } from "../results/Broadcast.ts"

export type { BroadcastCounters, BroadcastDetails, Recipient } from "../results/Broadcast.ts"

/** A page of recipients. */
export interface RecipientPage extends CursorPaged {
  /** The recipients of this page, in the order of acceptance. */
  readonly recipients: ReadonlyArray<Recipient>
}

/** By how long spans of time the messages of a broadcast are counted. */
export interface BroadcastSpans {
  /** How long each span is, 1 to 86,400 seconds. Default: 60. */
  readonly seconds?: number | undefined
}

/** What became of messages within a span of time. */
export interface BroadcastSpan {
  /** When the span begins. */
  readonly at: Date
  /** How many messages were sent in it. */
  readonly sent: number
  /** How many messages were delivered in it. */
  readonly delivered: number
  /** How many messages were read in it. */
  readonly read: number
  /** How many messages are undeliverable, as is known since then. */
  readonly failed: number
}

/** Which recipients of a broadcast are wanted: those that satisfy everything that is given. */
export interface BroadcastRecipientFilter {
  /** Only those whose delivery changed after this instant: a `Date` or ISO 8601 text. Without it all of them. */
  readonly updatedAfter?: Date | string | null | undefined
  /** Only those with this status. What is not sent yet, and what is sent and not delivered, is `submitted`. */
  readonly status?: "submitted" | "delivered" | "read" | "rejected" | "undeliverable" | null | undefined
  /** Only those that were not reached for this reason. */
  readonly reason?: Recipient["reason"] | undefined
}

/** Which recipients of a workspace are wanted: those that satisfy everything that is given. */
export interface RecipientFilter extends Pick<BroadcastRecipientFilter, "updatedAfter"> {
  /** The uuid of a broadcast. */
  readonly broadcast?: string | null | undefined
  /** The references of the host. */
  readonly clientReferences?: ReadonlyArray<string> | null | undefined
}

/** What became of broadcasts, recipient by recipient. */
export interface DeliveryMethods {
  /**
   * Returns a broadcast with its counters and the reasons of those who were not reached, all of one instant.
   *
   * @param uuid The uuid of the broadcast.
   * @returns The broadcast, its `counters` and its `reasons`.
   * @throws {not_found} when the workspace has no such broadcast.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { broadcasts } = await clinic.broadcasts.list({}, { limit: 1 })
   * for (const { uuid } of broadcasts) {
   *   const { broadcast, counters } = await clinic.deliveries.details(uuid)
   *   console.log(broadcast.status, `${counters.read} of ${counters.recipients} read`)
   * }
   */
  readonly details: (uuid: string, options?: CallOptions) => Promise<BroadcastDetails>

  /**
   * Returns what became of the messages of a broadcast over time. Spans of time in which nothing happened are left out.
   *
   * @param uuid The uuid of the broadcast.
   * @param spans `seconds`: how long each span is, 1 to 86,400 (default: 60).
   * @returns For each span when it begins, `at`, and how many messages were `sent`, `delivered`, `read` and `failed` in it.
   * @throws {not_found} when the workspace has no such broadcast.
   * @throws {invalid_input} when there are more than 2,000 spans, or the recipients were removed by their age.
   * @example
   * const { broadcasts } = await clinic.broadcasts.list({}, { limit: 1 })
   * for (const { uuid } of broadcasts) {
   *   for (const { at, sent } of await clinic.deliveries.overTime(uuid, { seconds: 3_600 })) console.log(at, sent)
   * }
   */
  readonly overTime: (
    uuid: string,
    spans?: BroadcastSpans,
    options?: CallOptions
  ) => Promise<ReadonlyArray<BroadcastSpan>>

  /**
   * Returns the recipients of a broadcast in the order of acceptance, refused ones too.
   *
   * @param uuid The uuid of the broadcast.
   * @param filter `updatedAfter`: only those whose delivery changed after this instant; `status` and `reason`: only those
   *   that have them. Without any all of them.
   * @param options The part of the result: `limit` recipients (default: 50), from an `offset` or `after` the page before.
   * @returns One page of recipients, how many there are in total, and `next` for the page behind.
   * @throws {not_found} when the workspace has no such broadcast.
   * @throws {invalid_input} when the instant or the page is not valid, or the recipients were removed by their age.
   * @example
   * const { broadcasts } = await clinic.broadcasts.list({}, { limit: 1 })
   * for (const { uuid } of broadcasts) {
   *   const { recipients } = await clinic.deliveries.recipients(uuid, {}, { limit: 1_000 })
   *   for (const { identifier, reason } of recipients) if (reason !== null) console.log(identifier, reason)
   * }
   */
  readonly recipients: (
    uuid: string,
    filter?: BroadcastRecipientFilter,
    options?: CursorOptions
  ) => Promise<RecipientPage>

  /**
   * Returns recipients of all broadcasts of the workspace, as a host asks that keeps its own records by reference.
   *
   * @param filter The `broadcast`, the `clientReferences` and `updatedAfter`: the recipients
   *   that satisfy all that is given.
   * @param options The part of the result: `limit` recipients (default: 50), from an `offset` or `after` the page before.
   * @returns One page of recipients, how many there are in total, and `next` for the page behind.
   * @throws {not_found} when the workspace has no such broadcast, or no recipient has one of the references.
   * @throws {invalid_input} when a member or the page is not valid.
   * @example
   * const { next, recipients } = await clinic.deliveries.statuses({ updatedAfter: new Date("2026-01-01") }, { limit: 100 })
   * console.log(recipients.map(({ clientReference, status }) => [clientReference, status]), next)
   */
  readonly statuses: (filter?: RecipientFilter, options?: CursorOptions) => Promise<RecipientPage>
}
