import type { CursorOptions, CursorPage } from "../methods/Inputs.ts"
import type { Recipient } from "../results/Broadcast.ts"

export type { Recipient } from "../results/Broadcast.ts"

/** A filter for the recipients of a broadcast. Recipients must match every given member. */
export interface BroadcastRecipientFilter {
  /**
   * Only recipients with a delivery that changed after this time: a `Date` or ISO 8601 string. Default: all.
   */
  readonly updatedAfter?: Date | string | null | undefined
  /** Only recipients with this status. `submitted` until the message is delivered. */
  readonly status?: "submitted" | "delivered" | "read" | "rejected" | "undeliverable" | null | undefined
  /** Only recipients that were not reached for this reason. */
  readonly reason?: Recipient["reason"] | undefined
}

/** A filter for the recipients of all broadcasts. Recipients must match every given member. */
export interface RecipientFilter extends Pick<BroadcastRecipientFilter, "updatedAfter"> {
  /** The uuid of a broadcast. */
  readonly broadcast?: string | null | undefined
  /** Your own references. */
  readonly clientReferences?: ReadonlyArray<string> | null | undefined
}

/** Reads the recipients of all broadcasts of a workspace. */
export interface RecipientMethods {
  /**
   * Returns recipients of all broadcasts of the workspace, for example by your own references.
   *
   * @param filter The `broadcast`, the `clientReferences` and `updatedAfter`: the recipients
   *   that satisfy all that is given.
   * @param options The page: `limit` recipients (default: 50), from an `offset` or `after` the previous page.
   * @returns One page of recipients, how many there are in total, and `next` for the next page.
   * @throws {not_found} when the workspace has no such broadcast, or no recipient has one of the references.
   * @throws {invalid_input} when a member or the page is not valid.
   * @example
   * const { next, items: recipients } = await clinic.recipients.list({ updatedAfter: new Date("2026-01-01") }, { limit: 100 })
   * console.log(recipients.map(({ clientReference, status }) => [clientReference, status]), next)
   */
  readonly list: (filter?: RecipientFilter, options?: CursorOptions) => Promise<CursorPage<Recipient>>
}
