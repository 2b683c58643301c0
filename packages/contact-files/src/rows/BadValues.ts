import { fewestDigits, readEmail, readId, readNumber, userIdIn } from "@rollcall/core/people"
import { Struct } from "effect"
import type { ImportWarning } from "./ImportWarnings.ts"
import type { Doubt, SentRow } from "./SourceRow.ts"

type Body = SentRow["body"]

/** Returns why a custom field rejects a value; null if the value is valid or only the target can tell. */
export type LenientCheck = (key: string, value: unknown) => string | null

/** Why a string is not an identifier. Its row matches no contact by it. */
interface IdentifierProblem {
  readonly reason: ImportWarning
  readonly why: string
}

const numberProblem = (text: string): IdentifierProblem | null => {
  const reading = readNumber(text)
  const tooFew = { reason: "too_few_digits", why: `has fewer than ${fewestDigits} digits` } as const
  if (reading._tag !== "None") return reading.value.digits.length < fewestDigits ? tooFew : null
  switch (reading.why) {
    case "no_digits":
    case "too_few_digits":
      return tooFew
    case "too_many_digits":
      return { reason: "too_many_digits", why: "has more than 15 digits" }
    case "rounded":
      return { reason: "spreadsheet_number", why: "is a number that a spreadsheet has rounded" }
    default:
      return { reason: "no_phone_number", why: "is not a phone number" }
  }
}

/** A chat id is a phone number or a user id. */
const chatIdProblem = (text: string): IdentifierProblem | null => (userIdIn(text) === null ? numberProblem(text) : null)

const emailProblem = (text: string): IdentifierProblem | null =>
  readEmail(text)._tag === "None" ? { reason: "no_email_address", why: "is not an e-mail address" } : null

const idProblem = (text: string): IdentifierProblem | null =>
  readId(text)._tag === "None" ? { reason: "placeholder", why: "is a placeholder, not an id" } : null

const readers = {
  external_contact_id: idProblem,
  email: emailProblem,
  phone_number: numberProblem,
  chatapp_id: chatIdProblem,
  socialmsg_id: idProblem
} as const

/** The identifier fields of a row. */
const identifierNames = ["external_contact_id", "email", "phone_number", "chatapp_id", "socialmsg_id"] as const

/** Returns the invalid identifiers of a row. */
export const identifierProblems = (
  body: Body
): ReadonlyArray<IdentifierProblem & { readonly field: (typeof identifierNames)[number] }> =>
  identifierNames.flatMap((field) => {
    const text = body[field]?.trim()
    const problem = text ? readers[field](text) : null
    return problem === null ? [] : [{ field, ...problem }]
  })

/**
 * Removes values that would fail the row, as long as it keeps an identifier, and returns warnings about them. `refused`
 * lists the values of custom fields that can't be read.
 */
export const withoutBadValues = (
  body: Body,
  refused: ReadonlyArray<Doubt>,
  check: LenientCheck
): { readonly body: Body; readonly warnings: ReadonlyArray<Doubt> } => {
  const warnings: Array<Doubt> = []
  const leaveOut = (field: string, why: string) =>
    warnings.push({ field, reason: "left_out", error: `${field} ${why} and is left out` })
  const given = identifierNames.filter((field) => body[field])
  const bad = identifierProblems(body)
  const dropped = bad.length < given.length ? bad : []
  for (const { field, why } of dropped) leaveOut(field, why)
  const values = Object.entries(body.custom_fields ?? {}).filter(([key, value]) => {
    const field = `custom_fields.${key}`
    const doubt = refused.find((one) => one.field === field)
    if (doubt !== undefined) {
      warnings.push({ field, reason: "left_out", error: `${doubt.error}, and the value is left out` })
      return false
    }
    const why = check(key, value)
    if (why !== null) leaveOut(field, why)
    return why === null
  })
  if (warnings.length === 0) return { body, warnings }
  const rest = Struct.omit(body, [...dropped.map(({ field }) => field), "custom_fields"])
  return {
    body: { ...rest, ...(values.length > 0 && { custom_fields: Object.fromEntries(values) }) },
    warnings
  }
}
