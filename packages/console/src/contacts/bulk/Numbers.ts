import type { Contact } from "../ContactEntry.ts"
import { equals } from "../ContactSearch.ts"

/** The numbers in one search. A search allows 50 filters: two for each number, and one for archived contacts. */
export const numbersAtOnce = 24

const digitsOf = (written: string): string => written.replace(/\D/g, "").replace(/^0+/, "")

/** Returns the numbers in a string, separated by lines or commas, without duplicates in other spellings. */
export const numbersIn = (text: string): ReadonlyArray<string> => {
  const numbers = new Map<string, string>()
  for (const part of text.split(/[\n\r\t,;]+/)) {
    const written = part.trim()
    if (written === "") continue
    const key = digitsOf(written) || written
    if (!numbers.has(key)) numbers.set(key, written)
  }
  return [...numbers.values()]
}

/** Returns whether a string could be a number. */
export const isNumber = (written: string): boolean => digitsOf(written) !== ""

/** Returns the search for contacts with one of the numbers. */
export const searchFor = (numbers: ReadonlyArray<string>) => ({
  advanced_search: [
    { any: numbers.flatMap((number) => [equals("phone_number", number), equals("chatapp_id", number)]) },
    equals("archived", "false")
  ]
})

type Addressed = Pick<Contact, "phone_number" | "chatapp_id">

/** Returns the numbers without a contact. Numbers match if the digits of one end with the digits of the other. */
export const withoutContact = (
  numbers: ReadonlyArray<string>,
  contacts: ReadonlyArray<Addressed>
): ReadonlyArray<string> => {
  const addresses = contacts.flatMap(({ chatapp_id, phone_number }) => [chatapp_id, phone_number])
  const known = addresses.map((address) => digitsOf(address ?? "")).filter(Boolean)
  return numbers.filter((number) => {
    const digits = digitsOf(number)
    return digits === "" || !known.some((other) => other.endsWith(digits) || digits.endsWith(other))
  })
}
