import { readEmail, readNumber, userIdIn } from "@rollcall/core/people"
import { Struct } from "effect"
import type { ImportWarning } from "./ImportWarnings.ts"
import type { Doubt, SentRow } from "./SourceRow.ts"

type Body = SentRow["body"]

/** The value to use for a field, and the warning about it. */
interface SingleValue {
  readonly value: string | null
  readonly reason: ImportWarning
  readonly why: string
}

/** Matches an Exchange name, which Exchange uses for internal people instead of an e-mail address. */
const exchangeName = /^(?:ex:)?\/o=/i

interface Several {
  readonly value: { readonly text: string }
  readonly others: ReadonlyArray<unknown>
}

const takeFirst = ({ others, value: { text } }: Several): SingleValue => ({
  value: text,
  reason: "several_values",
  why: `has ${others.length === 0 ? "several" : 1 + others.length} values: the first one is used`
})

/** Reads a number. Unless there are several numbers, the string stays unchanged, including a remark. */
const readNumberText = (text: string): SingleValue | undefined => {
  const reading = readNumber(text)
  switch (reading._tag) {
    case "Several":
      return takeFirst(reading)
    case "WithRemark":
      return { value: text, reason: "several_values", why: "has more than a number: only the number is used" }
    case "None":
      return reading.why === "too_many_digits"
        ? { value: null, reason: "too_many_digits", why: "has more than 15 digits and is left out" }
        : undefined
    case "One":
      return undefined
  }
}

const readChatId = (text: string): SingleValue | undefined =>
  userIdIn(text) === null ? readNumberText(text) : undefined

/** Extracts an address from the text around it. */
const readAddress = (text: string): SingleValue | undefined => {
  if (exchangeName.test(text.trim())) {
    return {
      value: null,
      reason: "no_email_address",
      why: "is an Exchange name, not an e-mail address, and is left out"
    }
  }
  const reading = readEmail(text)
  switch (reading._tag) {
    case "Several":
      return takeFirst(reading)
    case "WithRemark":
      return {
        value: reading.value.text,
        reason: "several_values",
        why: "has more than an address: only the address is used"
      }
    default:
      return undefined
  }
}

const readers = { email: readAddress, phone_number: readNumberText, chatapp_id: readChatId } as const

/** Reduces fields that take one value to a single value, and returns the warnings about them. */
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
