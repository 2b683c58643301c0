import type * as Sent from "@rollcall/core/sending"
import type { CallOptions, CursorOptions, CursorPage, Given, Page, PageOptions } from "../methods/Inputs.ts"
import type { BroadcastRecipientFilter, Recipient } from "./Recipients.ts"
import type { Audience, BroadcastFields, RecipientInput, RecipientValues } from "../inputs/Broadcast.ts"
import type {
  Acceptance,
  AudienceEstimate,
  Broadcast,
  BroadcastDetails,
  RetryAcceptance,
  TestResult,
  Validation
} from "../results/Broadcast.ts"

export type * from "../inputs/Broadcast.ts"
export type {
  Acceptance,
  AudienceEstimate,
  Broadcast,
  BroadcastCounters,
  BroadcastDetails,
  RecipientWarning,
  RetryAcceptance,
  TestResult,
  Validation
} from "../results/Broadcast.ts"

/** The time span by which the messages of a broadcast are counted. */
export interface BroadcastSpans {
  /** The length of each span, 1 to 86,400 seconds. Default: 60. */
  readonly seconds?: number | undefined
}

/** Counts of a broadcast's messages within a time span. */
export interface BroadcastSpan {
  /** When the span begins. */
  readonly at: Date
  /** Messages sent in the span. */
  readonly sent: number
  /** Messages delivered in the span. */
  readonly delivered: number
  /** Messages read in the span. */
  readonly read: number
  /** Messages found undeliverable in the span. */
  readonly failed: number
}

/** The recipients to retry, and the changes to the broadcast. */
export interface RetryInput {
  /**
   * The reasons of the recipients to send to again, at least one. Use a reason of rejected or undeliverable recipients, or
   * `undeliverable` for every reason of undeliverable recipients. With `unknown`, recipients who may have got the message may get
   * it twice.
   */
  readonly reasons: Given<typeof Sent.RetryRequest>["reasons"]
  /** The name of the new broadcast. Default: the name of the earlier broadcast. */
  readonly name?: string | null | undefined
  /** When it ends: a `Date` or ISO 8601 string. Default: never. */
  readonly validUntil?: Date | string | null | undefined
  /** When it starts: a `Date` or ISO 8601 string. Default: at once. */
  readonly scheduledFor?: Date | string | null | undefined
  /** The idempotency key, of at most 255 characters. */
  readonly clientUniqueIdentifier?: string | null | undefined
  /** Values that replace the earlier values for every recipient. */
  readonly parameters?: RecipientValues | null | undefined
}

/** The phone numbers and values of a test. */
export interface TestInput {
  /** The phone numbers that get the test, with country code: 1 to 5 numbers. */
  readonly identifiers: ReadonlyArray<string>
  /** The values of the message. Default: the values of the broadcast's first recipient. */
  readonly parameters?: RecipientValues | null | undefined
}

/** A filter for broadcasts. */
export interface BroadcastFilter {
  /** The status of the broadcasts. Default: any. */
  readonly status?: Broadcast["status"] | null | undefined
}

/** A broadcast to named recipients. */
export interface RecipientBroadcast extends BroadcastFields {
  /** The recipients: 1 to 50,000 recipients. */
  readonly recipients: ReadonlyArray<RecipientInput>
  /** Not together with `recipients`. */
  readonly audience?: never
}

/** A broadcast to the contacts of an audience. */
export interface AudienceBroadcast extends BroadcastFields {
  /** The contacts to send to, and the values of their messages. */
  readonly audience: Audience
  /** The expected number of recipients. A difference greater than `tolerance` rejects the broadcast. */
  readonly expect?: Given<typeof Sent.AudienceBroadcast>["expect"]
  /** Not together with `audience`. */
  readonly recipients?: never
}

/** A broadcast to create, to named recipients or to an audience. */
export type NewBroadcast = RecipientBroadcast | AudienceBroadcast

/** The broadcasts of a workspace. */
export interface BroadcastMethods {
  /**
   * Accepts a broadcast of a template. Workers send it in the background. A problem with a recipient is a warning; a
   * problem with the broadcast refuses it.
   *
   * @param broadcast The template, the sender `from`, the order of the parameters, and 1 to 50,000 recipients or an
   *   audience. With `clientUniqueIdentifier`, of at most 255 characters, a repeated call creates no second broadcast.
   * @returns The `uuid`, how many `recipients` are accepted, and one warning for each refused recipient. Of an audience the
   *   first 500 warnings.
   * @throws {not_found} when the template or the sender does not exist.
   * @throws {invalid_input} when the template is not approved, a parameter does not fit it, there are too many recipients, the
   *   audience names something that does not exist or is archived, or `expect` is missed.
   * @throws {search_stopped} when searches of its audience take longer than the setting `search.deadline`, or too many run
   *   already.
   * @example
   * const { recipients, uuid } = await clinic.broadcasts.create({
   *   name: "Reminders",
   *   templateName: "appointment_reminder",
   *   from: "493090180",
   *   parameters: { bodyOrder: ["name", "time"] },
   *   recipients: [{ identifier: "4930901820", parameters: { body: { name: "Zoë", time: "9:30" } } }]
   * })
   * console.log(uuid, recipients)
   */
  readonly create: (broadcast: NewBroadcast, options?: CallOptions) => Promise<Acceptance>

  /**
   * Sends a broadcast again to recipients it did not reach. Recipients who got the message never get it again.
   *
   * @param uuid The uuid of the earlier broadcast, which must be over.
   * @param request The `reasons` of the recipients to send to again, at least one; and what differs: `name`, times,
   *   values. Recipients with `unknown` may have got the message, and may get it twice.
   * @returns The result, as of `create`, and `mayRepeat`.
   * @throws {not_found} when the workspace has no such broadcast.
   * @throws {invalid_transition} when the earlier broadcast is not over.
   * @throws {invalid_input} when a reason is unknown, no recipient has one of them, or a value does not fit.
   * @example
   * const { items: broadcasts } = await clinic.broadcasts.list({ status: "completed" })
   * for (const { uuid } of broadcasts) {
   *   const { counters } = await clinic.broadcasts.get(uuid)
   *   if (counters.failed > 0) await clinic.broadcasts.retry(uuid, { reasons: ["undeliverable"] })
   * }
   */
  readonly retry: (uuid: string, request: RetryInput, options?: CallOptions) => Promise<RetryAcceptance>

  /**
   * Returns the warnings and predictions that `create` would return, and writes nothing.
   *
   * @param broadcast The same as for `create`, with at most 20,000 recipients.
   * @returns One warning for each recipient that would be refused, and how the workspace's limits affect the others.
   * @throws {not_found} when the template or the sender does not exist.
   * @throws {invalid_input} when `create` would refuse the broadcast.
   * @throws {search_stopped} when searches of its audience take longer than the setting `search.deadline`, or too many run
   *   already.
   * @example
   * const { warnings } = await clinic.broadcasts.validate({
   *   name: "Reminders",
   *   templateName: "appointment_reminder",
   *   from: "493090180",
   *   parameters: { bodyOrder: ["name", "time"] },
   *   recipients: [{ identifier: "4930901820", parameters: { body: { name: "Zoë" } } }]
   * })
   * for (const { errors, identifier } of warnings) console.log(identifier, errors)
   */
  readonly validate: (broadcast: NewBroadcast, options?: CallOptions) => Promise<Validation>

  /**
   * Estimates a broadcast to an audience, and writes nothing.
   *
   * @param broadcast The same as for `create`, with an audience.
   * @returns How many contacts the audience has, how many would be reached, why the others would not, and how many
   *   `seconds` sending takes at the rate of one sender.
   * @throws {not_found} when the template or the sender does not exist.
   * @throws {invalid_input} when `create` would refuse the broadcast.
   * @throws {search_stopped} when searches of its audience take longer than the setting `search.deadline`, or too many run
   *   already.
   * @example
   * const estimate = await clinic.broadcasts.estimate({
   *   name: "Reminders",
   *   templateName: "appointment_reminder",
   *   from: "493090180",
   *   parameters: { bodyOrder: ["name", "time"] },
   *   audience: {
   *     include: [{ search: { advancedSearch: [{ field: "phoneNumber", operator: "exists" }] } }],
   *     parameters: { body: { name: { field: "firstName", fallback: "there" }, time: { value: "9:30" } } }
   *   }
   * })
   * console.log(estimate.recipients, estimate.seconds)
   */
  readonly estimate: (
    broadcast: Omit<AudienceBroadcast, "recipients">,
    options?: CallOptions
  ) => Promise<AudienceEstimate>

  /**
   * Returns a broadcast with its counters and the reasons why recipients were not reached, all as of the same time.
   *
   * @param uuid The uuid of the broadcast.
   * @returns The broadcast, its `counters` and its `reasons`.
   * @throws {not_found} when the workspace has no such broadcast.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { items: broadcasts } = await clinic.broadcasts.list({}, { limit: 1 })
   * for (const { uuid } of broadcasts) console.log((await clinic.broadcasts.get(uuid)).counters.delivered)
   */
  readonly get: (uuid: string, options?: CallOptions) => Promise<BroadcastDetails>

  /**
   * Returns what happened to the messages of a broadcast over time. Spans of time without a change are left out.
   *
   * @param uuid The uuid of the broadcast.
   * @param spans `seconds`: how long each span is, 1 to 86,400 (default: 60).
   * @returns For each span its beginning, `at`, and how many messages were `sent`, `delivered`, `read` and `failed` in it.
   * @throws {not_found} when the workspace has no such broadcast.
   * @throws {invalid_input} when there are more than 2,000 spans, or the recipients were pruned.
   * @example
   * const { items: broadcasts } = await clinic.broadcasts.list({}, { limit: 1 })
   * for (const { uuid } of broadcasts) {
   *   for (const { at, sent } of await clinic.broadcasts.timeseries(uuid, { seconds: 3_600 })) console.log(at, sent)
   * }
   */
  readonly timeseries: (
    uuid: string,
    spans?: BroadcastSpans,
    options?: CallOptions
  ) => Promise<ReadonlyArray<BroadcastSpan>>

  /**
   * Returns the recipients of a broadcast in the order of acceptance, including refused recipients.
   *
   * @param uuid The uuid of the broadcast.
   * @param filter `updatedAfter`: only recipients with a delivery that changed after this time; `status` and
   *   `reason`: only recipients that have them. Default: all.
   * @param options The page: `limit` recipients (default: 50), from an `offset` or `after` the previous page.
   * @returns One page of recipients, how many there are in total, and `next` for the next page.
   * @throws {not_found} when the workspace has no such broadcast.
   * @throws {invalid_input} when the timestamp or the page is not valid, or the recipients were pruned.
   * @example
   * const { items: broadcasts } = await clinic.broadcasts.list({}, { limit: 1 })
   * for (const { uuid } of broadcasts) {
   *   const { items: recipients } = await clinic.broadcasts.recipients(uuid, {}, { limit: 1_000 })
   *   for (const { identifier, reason } of recipients) if (reason !== null) console.log(identifier, reason)
   * }
   */
  readonly recipients: (
    uuid: string,
    filter?: BroadcastRecipientFilter,
    options?: CursorOptions
  ) => Promise<CursorPage<Recipient>>

  /**
   * Returns the broadcasts of a workspace, newest first.
   *
   * @param filter The `status` of the broadcasts. Default: any.
   * @param options The page: `limit` broadcasts (default: 50), from an `offset`.
   * @returns One page of broadcasts, and how many there are in total.
   * @throws {invalid_input} when the status is unknown, or the page is not valid.
   * @example
   * const { items: broadcasts } = await clinic.broadcasts.list({ status: "sending" }, { limit: 10 })
   * console.log(broadcasts.map(({ name }) => name))
   */
  readonly list: (filter?: BroadcastFilter, options?: PageOptions) => Promise<Page<Omit<Broadcast, "audience">>>

  /**
   * Cancels a broadcast. After this returns, no send starts; sends in flight finish. Does nothing if the broadcast is
   * already cancelled.
   *
   * @param uuid The uuid of the broadcast.
   * @returns The broadcast as it is now.
   * @throws {not_found} when the workspace has no such broadcast.
   * @throws {invalid_transition} when the broadcast is completed, expired or failed.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { items: broadcasts } = await clinic.broadcasts.list({ status: "scheduled" })
   * for (const { uuid } of broadcasts) await clinic.broadcasts.cancel(uuid)
   */
  readonly cancel: (uuid: string, options?: CallOptions) => Promise<Broadcast>

  /**
   * Pauses a broadcast that is being sent. After this returns, no send starts; sends in flight finish. Does nothing if the
   * broadcast is already paused.
   *
   * @param uuid The uuid of the broadcast.
   * @returns The broadcast as it is now, with the `statusReason` `paused by request`.
   * @throws {not_found} when the workspace has no such broadcast.
   * @throws {invalid_transition} when the broadcast is neither being sent nor paused.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { items: broadcasts } = await clinic.broadcasts.list({ status: "sending" })
   * for (const { uuid } of broadcasts) await clinic.broadcasts.pause(uuid)
   */
  readonly pause: (uuid: string, options?: CallOptions) => Promise<Broadcast>

  /**
   * Resumes a paused broadcast at once. Does nothing if it is already being sent.
   *
   * @param uuid The uuid of the broadcast.
   * @returns The broadcast as it is now.
   * @throws {not_found} when the workspace has no such broadcast.
   * @throws {invalid_transition} when the broadcast is neither paused nor being sent.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { items: broadcasts } = await clinic.broadcasts.list({ status: "paused" })
   * for (const { uuid } of broadcasts) await clinic.broadcasts.resume(uuid)
   */
  readonly resume: (uuid: string, options?: CallOptions) => Promise<Broadcast>

  /**
   * Opts out everyone whose opt-out the provider reported in a broadcast with held or dismissed opt-outs. Later reports of
   * the broadcast opt out at once. You may repeat it.
   *
   * @param uuid The uuid of a broadcast with held opt-outs.
   * @returns The broadcast as it is now.
   * @throws {not_found} when the workspace has no such broadcast.
   * @throws {invalid_input} when it has no held opt-outs, its recipients were pruned, or `uuid` is not a uuid.
   * @example
   * const { items: broadcasts } = await clinic.broadcasts.list()
   * const held = broadcasts.filter(({ heldOptOuts }) => heldOptOuts === "held")
   * for (const { uuid } of held) await clinic.broadcasts.applyOptOuts(uuid)
   */
  readonly applyOptOuts: (uuid: string, options?: CallOptions) => Promise<Broadcast>

  /**
   * Dismisses the opt-outs that the provider reported in the broadcast, now or later. Opt-outs made before stay.
   *
   * @param uuid The uuid of a broadcast with held opt-outs.
   * @returns The broadcast as it is now.
   * @throws {not_found} when the workspace has no such broadcast.
   * @throws {invalid_input} when it has no held opt-outs, its recipients were pruned, or `uuid` is not a uuid.
   * @example
   * const { items: broadcasts } = await clinic.broadcasts.list()
   * const held = broadcasts.filter(({ heldOptOuts }) => heldOptOuts === "held")
   * for (const { uuid } of held) await clinic.broadcasts.dismissOptOuts(uuid)
   */
  readonly dismissOptOuts: (uuid: string, options?: CallOptions) => Promise<Broadcast>

  /**
   * Sends the message of a broadcast to a few numbers at once, whatever its status is. These sends are not counted.
   * Opt-outs and the rate of the sender apply. Each call sends again.
   *
   * @param uuid The uuid of the broadcast.
   * @param request The `identifiers`, 1 to 5 numbers with country code, and the `parameters` of the message; by default
   *   the parameters of the broadcast's first recipient.
   * @returns What happened for each number, and the `message` as a person gets it.
   * @throws {not_found} when the workspace has no such broadcast.
   * @throws {invalid_input} when there are too many numbers, or a parameter does not fit the template.
   * @example
   * const { uuid } = await clinic.broadcasts.create({
   *   name: "Reminders",
   *   templateName: "appointment_reminder",
   *   from: "493090180",
   *   scheduledFor: new Date("2100-01-01T09:00:00Z"),
   *   parameters: { bodyOrder: ["name", "time"] },
   *   recipients: [{ identifier: "4930901820", parameters: { body: { name: "Zoë", time: "9:30" } } }]
   * })
   * const { message } = await clinic.broadcasts.test(uuid, { identifiers: ["4930901821"] })
   * console.log(message?.body)
   */
  readonly test: (uuid: string, request: TestInput, options?: CallOptions) => Promise<TestResult>
}
