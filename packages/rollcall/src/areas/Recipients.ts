import type { CursorOptions, CursorPage } from "../methods/Inputs.ts"
import type { Recipient } from "../results/Broadcast.ts"

export type { Recipient } from "../results/Broadcast.ts"

/** A filter for the recipients of a broadcast. Recipients must match every given member. */
export interface BroadcastRecipientFilter {
  /**
   * Only recipients with a delivery that changed after this timestamp: a `Date` or ISO 8601 text. Without it all of them.
   */
  readonly updatedAfter?: Date | string | null | undefined
  /** Only recipients with this status. What is not sent yet, and what is sent and not delivered, is `submitted`. */
  readonly status?: "submitted" | "delivered" | "read" | "rejected" | "undeliverable" | null | undefined
  /** Only recipients that were not reached for this reason. */
  readonly reason?: Recipient["reason"] | undefined
}

/** A filter for the recipients of a workspace. Recipients must match every given member. */
export interface RecipientFilter extends Pick<BroadcastRecipientFilter, "updatedAfter"> {
  /** The uuid of a broadcast. */
  readonly broadcast?: string | null | undefined
  /** The references of the host. */
  readonly clientReferences?: ReadonlyArray<string> | null | undefined
}

/** The recipients of all broadcasts of a workspace. */
export interface RecipientMethods {
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
   * const { next, items: recipients } = await clinic.recipients.list({ updatedAfter: new Date("2026-01-01") }, { limit: 100 })
   * console.log(recipients.map(({ clientReference, status }) => [clientReference, status]), next)
   */
  readonly list: (filter?: RecipientFilter, options?: CursorOptions) => Promise<CursorPage<Recipient>>
}
