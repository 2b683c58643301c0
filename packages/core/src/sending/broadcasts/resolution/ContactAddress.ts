import type { Contact } from "../../../people/contacts/Contact.ts"
import { type addressFields, identifierValue, type NumberForms } from "../../../people/contacts/Identifiers.ts"
import { readAddress } from "../../../people/identifiers/AddressForm.ts"

/** A field that an audience may take addresses from. */
export type AddressField = (typeof addressFields)[number]

/** The address of a contact. `Invalid` if the address fields hold only other content; `None` if they are empty. */
export type ContactAddress =
  | { readonly _tag: "Address"; readonly address: string }
  | { readonly _tag: "Invalid"; readonly text: string }
  | { readonly _tag: "None" }

/**
 * Returns the first phone number in these fields of a contact, or else the first user id. Numbers come first because
 * platforms refuse some messages to a user id, such as login codes.
 *
 * @see docs/contributing/decisions.md, R3
 */
export const contactAddress = (
  numbers: NumberForms,
  contact: Pick<Contact, AddressField>,
  fields: ReadonlyArray<AddressField>
): ContactAddress => {
  let text: string | null = null
  let userId: string | null = null
  for (const field of fields) {
    const written = contact[field]
    if (written === null) continue
    const value = identifierValue(numbers, field, written)
    const address = value === null ? null : readAddress(value)
    if (address?._tag === "Number") return { _tag: "Address", address: address.digits }
    if (address === null) text ??= written
    else userId ??= address.id
  }
  if (userId !== null) return { _tag: "Address", address: userId }
  return text === null ? { _tag: "None" } : { _tag: "Invalid", text }
}

/** A set of distinct addresses, for audiences of up to a million contacts. A number takes 8 bytes plus spare capacity. */
export class AddressSet {
  private readonly userIds = new Set<string>()
  private cells = new Float64Array(1_024)
  private size = 0

  /** Adds an address. Returns whether it was new. */
  add(address: string): boolean {
    if (readAddress(address)?._tag === "UserId") {
      const before = this.userIds.size
      return this.userIds.add(address).size > before
    }
    // A number has at most 15 digits and does not begin with 0, so it is exact and never 0.
    const isNew = insert(this.cells, Number(address))
    if (isNew && ++this.size * 2 > this.cells.length) this.grow()
    return isNew
  }

  private grow(): void {
    const cells = new Float64Array(this.cells.length * 2)
    for (const value of this.cells) if (value !== 0) insert(cells, value)
    this.cells = cells
  }
}

/** Inserts a number into the first free cell from its hash. Returns false if the number is already present. */
const insert = (cells: Float64Array, value: number): boolean => {
  const mask = cells.length - 1
  const high = Math.floor(value / 0x1_0000_0000)
  let at = (Math.imul(value >>> 0, 0x9e37_79b1) ^ Math.imul(high, 0x85eb_ca6b)) >>> 0
  at ^= at >>> 15
  for (;;) {
    at &= mask
    const held = cells[at]
    if (held === value) return false
    if (held === 0) {
      cells[at] = value
      return true
    }
    at++
  }
}
