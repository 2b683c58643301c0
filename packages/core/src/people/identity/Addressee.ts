import type { ContactUuid } from "../../shared/Ids.ts"

/** The recipient of a message: an address, and the address's contact or null. */
export interface Addressee {
  readonly contact: ContactUuid | null
  readonly address: string
}

/**
 * Returns the keys under which messages to a recipient are counted: the contact's uuid, if any, and the address. A cap
 * applies as soon as the count of either key reaches the cap. Uuids and addresses never collide.
 *
 * @see docs/contributing/decisions.md, Q3
 */
export const countKeys = ({ address, contact }: Addressee): ReadonlyArray<string> =>
  contact === null ? [address] : [contact, address]
