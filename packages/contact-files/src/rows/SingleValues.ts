import { writtenDigits } from "@rollcall/phone-numbers"
import { Struct } from "effect"
import type { ImportWarning } from "./ImportWarnings.ts"
import type { Doubt, SentRow } from "./SourceRow.ts"

type Body = SentRow["body"]

/** What stands between several values in one cell: three colons in the files of Google, semicolons, bars, line ends. */
const strongSigns = /\s*(?::::|;(?!\s*(?:ext|isub|phone-context)=)|\||[\r\n]+)\s*/i

/** What does so between addresses, and in numbers where more than one of them would not fit into one. */
const addressSigns = /[\s,]+/
const numberSigns = /\s*[,/]\s*|\s+(?:or|oder|ou|o|und|and|et|y)\s+|\s+(?=\+\d|00[1-9][\d\s]{6})/i

/** The most digits of a phone number, and the fewest of one beside another. */
const [maxDigits, minDigits] = [15, 8]

const numbersIn = (text: string): ReadonlyArray<string> => {
  const parts = filled(text.split(strongSigns))
  if (parts.length > 1 || writtenDigits(text).length <= maxDigits) return parts
  const weak = filled(text.split(numberSigns))
  return weak.every((part) => writtenDigits(part).length >= minDigits) ? weak : parts
}

const addressesIn = (text: string): ReadonlyArray<string> =>
  filled(text.split(strongSigns).flatMap(addressesInPart)).map(bareAddress)

const addressesInPart = (text: string): ReadonlyArray<string> => {
  const parts = filled(text.split(addressSigns))
  return parts.every((part) => part.includes("@")) ? parts : [text]
}

/** The address in `Ada Lovelace <ada@example.org>`. */
const bareAddress = (text: string): string => /<([^<>\s]+@[^<>\s]+)>$/.exec(text)?.[1] ?? text

const filled = (parts: ReadonlyArray<string>): ReadonlyArray<string> =>
  parts.map((part) => part.trim()).filter((part) => part !== "")

/** How Exchange names people of its own, in the place of an e-mail address. */
const exchangeName = /^(?:ex:)?\/o=/i

/** What a field that holds one value is given for a text, and why not all of the text. */
interface SingleValue {
  readonly value: string | null
  readonly reason: ImportWarning
  readonly why: string
}

const readNumberText = (text: string): SingleValue | undefined => {
  const [first, ...others] = numbersIn(text)
  if (first !== undefined && others.length > 0) {
    return { value: first, reason: "several_values", why: `has ${1 + others.length} values: the first one is taken` }
  }
  return writtenDigits(text).length > maxDigits
    ? { value: null, reason: "too_many_digits", why: `has more than ${maxDigits} digits, and is left out` }
    : undefined
}

const readAddress = (text: string): SingleValue | undefined => {
  if (exchangeName.test(text.trim())) {
    return { value: null, reason: "no_email_address", why: "is a name of Exchange and no address, and is left out" }
  }
  const addresses = addressesIn(text)
  const first = addresses.find((part) => part.includes("@"))
  if (first === undefined || (addresses.length === 1 && first === text.trim())) return undefined
  return addresses.length === 1
    ? { value: first, reason: "several_values", why: "has more than an address: the address is taken" }
    : { value: first, reason: "several_values", why: `has ${addresses.length} values: the first one is taken` }
}

const readers = { email: readAddress, phone_number: readNumberText, chatapp_id: readNumberText } as const

/** The row with one value in each field that takes one, and what was left out. */
export const withSingleValues = (body: Body): { readonly body: Body; readonly warnings: ReadonlyArray<Doubt> } => {
  const read = (["email", "phone_number", "chatapp_id"] as const).flatMap((field) => {
    const text = body[field]
    const single = text ? readers[field](text) : undefined
    return text && single !== undefined ? [{ field, text, single }] : []
  })
  if (read.length === 0) return { body, warnings: [] }
  const rest = Struct.omit(
    body,
    read.map(({ field }) => field)
  )
  const kept = read.flatMap(({ field, single: { value } }) => (value === null ? [] : [[field, value] as const]))
  return {
    body: { ...rest, ...Object.fromEntries(kept) },
    warnings: read.map(({ field, single: { reason, why }, text }) => ({
      field,
      reason,
      error: `${field} ${JSON.stringify(text)} ${why}`
    }))
  }
}
