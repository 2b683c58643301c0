import type * as People from "@rollcall/core/people"
import type { ContactSearch } from "../inputs/Search.ts"
import type { CallOptions, Page, PageOptions } from "../methods/Inputs.ts"

/** The opt-out of a contact, if any. */
export interface ContactOptOut {
  /** The uuid of the contact. */
  readonly contactUuid: string
  /** The first opt-out of the contact or of one of its addresses, `all` before `marketing`; null if not opted out. */
  readonly optOut: OptOut | null
}

/** An opt-out: its scope, source, time and author. */
export interface OptOut {
  /** `all` for every message, `marketing` for templates of that category. */
  readonly scope: People.OptOutScope
  /**
   * `message`: the person asked for it, `channel`: the provider reported it, `request`: a user did it, `merge`: by a merge,
   * `import`: by an import.
   */
  readonly source: People.OptOut["source"]
  /** When the opt-out was made. */
  readonly at: Date
  /** The uuid of the user who opted the contact out; null if the person or the provider did. */
  readonly by: string | null
}

/** A filter for opt-outs. Opt-outs must match every given member. */
export interface OptOutFilter {
  /** Only opt-outs of this scope. */
  readonly scope?: People.OptOutScope | undefined
  /** Only opt-outs from this source. */
  readonly source?: OptOut["source"] | undefined
  /** Only opt-outs made at or after this time. */
  readonly since?: Date | string | undefined
  /** Only opt-outs made before this time. */
  readonly until?: Date | string | undefined
}

/** An opt-out in a listing. */
export interface ListedOptOut extends OptOut {
  /** The uuid of the contact; null for an address without a contact. */
  readonly contactUuid: string | null
  /** The address; null if a contact has it. */
  readonly address: string | null
}

/** A job to opt many contacts out or in, given by a search or by uuid. */
export interface NewOptOutJob {
  /** `opt_out` opts each contact out. `opt_in` removes all its opt-outs. */
  readonly action: People.OptOutJob["action"]
  /** The messages to opt out of: `marketing` or `all`. Only with `opt_out`. Default: `all`. */
  readonly scope?: People.OptOutScope | undefined
  /** A search for at most 100,000 contacts. Its order is ignored. */
  readonly search?: ContactSearch | undefined
  /** The uuids of at most 100 contacts, instead of a search. */
  readonly contactUuids?: ReadonlyArray<string> | undefined
}

/** A background job that opts many contacts out or in. */
export interface OptOutJob {
  /** The uuid of the job. */
  readonly uuid: string
  /** The uuid of the workspace. */
  readonly workspaceUuid: string
  /** The change made to each contact. */
  readonly action: People.OptOutJob["action"]
  /** The messages to opt out of; null for `opt_in`. */
  readonly scope: People.OptOutJob["scope"]
  /** `pending`, then `running`, then `completed` or `failed`. */
  readonly status: People.OptOutJob["status"]
  /** Why the job failed; null if it did not. */
  readonly reason: People.OptOutJob["reason"]
  /** The number of contacts when the job was accepted. */
  readonly total: number
  /** The number of contacts processed. */
  readonly processed: number
  /** The number of contacts opted out or in. */
  readonly changed: number
  /** The number of contacts that already had this state. */
  readonly unchanged: number
  /** The number of contacts not opted out because a broadcast could reach none of their addresses. */
  readonly refused: number
  /** The uuid of the user who started the job. */
  readonly createdBy: string
  /** When the job was accepted. */
  readonly createdAt: Date
  /** When the job last changed contacts. */
  readonly updatedAt: Date
}

/** A message from a person to the workspace. */
export interface ReceivedMessage {
  /** The uuid of the message. */
  readonly uuid: string
  /** The uuid of the workspace. */
  readonly workspaceUuid: string
  /** The provider's id of the message. */
  readonly channelMessageId: string
  /** The address of the person; the digits of a phone number. */
  readonly from: string
  /** The user name of the person at that time, without `@`, for display only; null if the channel reports none. */
  readonly username: string | null
  /** The sender of the workspace that received it. */
  readonly to: string
  /** When it was sent, by the provider's clock. */
  readonly at: Date
  /** The provider's message type, such as `text` or `button`. */
  readonly kind: string
  /** The text that the person wrote or chose; null without text. */
  readonly text: string | null
  /**
   * Whether the message asks to stop: `yes` opted the person out; `maybe` did not and needs your review; null
   * otherwise.
   */
  readonly asksToStop: "yes" | "maybe" | null
}

/** Reads and changes the opt-outs of a workspace. */
export interface OptOutMethods {
  /**
   * Returns whether a contact is opted out.
   *
   * @param contact The uuid of the contact.
   * @returns `optOut` with its source and time; null if no address of the contact is opted out.
   * @throws {not_found} when the workspace has no such contact.
   * @throws {invalid_input} when `contact` is not a uuid.
   * @example
   * const { uuid } = await clinic.contacts.create({ phoneNumber: "+49 30 901820" })
   * const { optOut } = await clinic.optOuts.get(uuid)
   * console.log(optOut === null)
   */
  readonly get: (contact: string, options?: CallOptions) => Promise<ContactOptOut>

  /**
   * Returns a page of the opt-outs of the workspace, newest first: of contacts, and of addresses without a contact.
   * Erased people are not listed: only digests of their addresses are kept.
   *
   * @param filter Which opt-outs: by scope, source and time. Default: all.
   * @returns The opt-outs, and how many there are on all pages.
   * @throws {invalid_input} when the filter or the page is malformed.
   * @example
   * const { items: optOuts, total } = await clinic.optOuts.list({ scope: "all", since: new Date("2026-01-01") })
   * console.log(total, optOuts[0]?.contactUuid)
   */
  readonly list: (filter?: OptOutFilter, options?: PageOptions) => Promise<Page<ListedOptOut>>

  /**
   * Opts a contact out, with every address that it has, had or gets. After this returns, no message to them starts, and
   * pending recipients are rejected. An opt-out by the person or the channel becomes an opt-out by request.
   *
   * @param contact The uuid of the contact.
   * @param scope `marketing`, or `all` for every message. Default: `all`.
   * @returns The opt-out.
   * @throws {not_found} when the workspace has no such contact.
   * @throws {invalid_input} when the contact has no address that a broadcast could reach.
   * @example
   * const { uuid } = await clinic.contacts.create({ phoneNumber: "+49 30 901820" })
   * const { optOut } = await clinic.optOuts.optOut(uuid)
   * console.log(optOut?.source)
   */
  readonly optOut: (contact: string, scope?: People.OptOutScope, options?: CallOptions) => Promise<ContactOptOut>

  /**
   * Removes the opt-outs of a contact, for broadcasts that are created later. Does nothing if the contact is not opted out.
   *
   * @param contact The uuid of the contact.
   * @returns The state of the contact now: `optOut` is null.
   * @throws {not_found} when the workspace has no such contact.
   * @throws {invalid_input} when `contact` is not a uuid.
   * @example
   * const { uuid } = await clinic.contacts.create({ phoneNumber: "+49 30 901820" })
   * await clinic.optOuts.optOut(uuid)
   * await clinic.optOuts.optIn(uuid)
   */
  readonly optIn: (contact: string, options?: CallOptions) => Promise<ContactOptOut>

  /**
   * Opts many contacts out or in again, in the background, each as with `optOut` or `optIn`.
   *
   * @param job The `action`, and the contacts: a `search`, as `contacts.search` takes it, or `contactUuids`.
   * @returns The job; `job` returns its progress.
   * @throws {invalid_input} when the search is not valid, or there are more contacts than one job takes.
   * @throws {search_stopped} when the search takes longer than the setting `search.deadline`, or too many run already.
   * @example
   * const { total, uuid } = await clinic.optOuts.startJob({
   *   action: "opt_out",
   *   scope: "marketing",
   *   search: { advancedSearch: [{ field: "lastName", operator: "equals", value: "Ash" }] }
   * })
   * console.log(uuid, total)
   */
  readonly startJob: (job: NewOptOutJob, options?: CallOptions) => Promise<OptOutJob>

  /**
   * Returns the progress of a job.
   *
   * @param job The uuid of the job.
   * @returns The job: its `status`, and how many contacts are `processed` of the `total`.
   * @throws {not_found} when the workspace has no such job.
   * @throws {invalid_input} when `job` is not a uuid.
   * @example
   * const { uuid } = await clinic.optOuts.startJob({ action: "opt_in", search: {} })
   * const { changed, status } = await clinic.optOuts.job(uuid)
   * console.log(status, changed)
   */
  readonly job: (job: string, options?: CallOptions) => Promise<OptOutJob>
}

/** Reads the messages that people send to a workspace. */
export interface MessageMethods {
  /**
   * Returns a message that a person sent. Its uuid is in the event `message.received` and in the timeline of the contact.
   *
   * @param uuid The uuid of the message.
   * @returns The message, until it is removed with its contact, or after the setting `inbox.keepMessagesFor`.
   * @throws {not_found} when the workspace has no such message, or it was removed.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { events } = await clinic.events.read({ types: ["message.received"] })
   * for (const event of events) {
   *   if (event.type === "message.received") console.log((await clinic.messages.get(event.receivedMessageUuid)).text)
   * }
   */
  readonly get: (uuid: string, options?: CallOptions) => Promise<ReceivedMessage>

  /**
   * Returns the messages that people sent, newest first, as long as they are kept.
   *
   * @param options The page: `limit` messages (default: 50), from an `offset`.
   * @returns One page of messages, and how many there are in total.
   * @throws {invalid_input} when the page is not valid.
   * @example
   * const { items: messages } = await clinic.messages.list({ limit: 10 })
   * console.log(messages.map(({ from, text }) => `${from}: ${text}`))
   */
  readonly list: (options?: PageOptions) => Promise<Page<ReceivedMessage>>
}
