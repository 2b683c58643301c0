import type { ContactUuid } from "../../shared/Ids.ts"

/** The recipient of a message: an address, and its contact if there is one. */
export interface Addressee {
  readonly contact: ContactUuid | null
  readonly address: string
}

/**
 * Returns the keys that messages to a recipient are counted under: its contact and its address. A cap applies as soon as
 * either key reaches it. Uuids and addresses never collide.
 *
 * @see docs/contributing/decisions.md, Q3
 */
export const countKeys = ({ address, contact }: Addressee): ReadonlyArray<string> =>
  contact === null ? [address] : [contact, address]
