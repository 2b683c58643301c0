import type { ContactUuid } from "../../shared/Ids.ts"

/** The recipient of a message: an address, and its contact if any. */
export interface Addressee {
  readonly contact: ContactUuid | null
  readonly address: string
}

/**
 * What the messages to an addressee are counted under: its contact and its address. Either is enough to reach a cap.
 * No uuid is an address.
 *
 * @see docs/contributing/decisions.md, Q3
 */
export const countKeys = ({ address, contact }: Addressee): ReadonlyArray<string> =>
  contact === null ? [address] : [contact, address]
