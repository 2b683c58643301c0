import { Struct } from "effect"
import type { Doubt, SentRow } from "./SourceRow.ts"

type Body = SentRow["body"]

/** Why a custom field does not take a value; null where it does, and where only the target can know. */
export type LenientCheck = (key: string, value: unknown) => string | null

/** The digits by which two spellings of a phone number are equal; empty for a text without digits (C3). */
export type PhoneKey = (text: string) => string

const identifiers = ["external_contact_id", "email", "phone_number", "chatapp_id", "socialmsg_id"] as const

/** Why an identifier is none; null where it may be one. */
const identifierProblem = (field: (typeof identifiers)[number], text: string, phoneKey: PhoneKey): string | null => {
  if (field === "email") return text.includes("@") ? null : "is no e-mail address"
  if (field === "phone_number" || field === "chatapp_id") {
    return phoneKey(text) === "" ? "has no digits" : null
  }
  return null
}

/** The row without the values that make it fail, as long as an identifier is left, and what was left out. */
export const withoutBadValues = (
  body: Body,
  check: LenientCheck,
  phoneKey: PhoneKey
): { readonly body: Body; readonly warnings: ReadonlyArray<Doubt> } => {
  const warnings: Array<Doubt> = []
  const leaveOut = (field: string, why: string) =>
    warnings.push({ field, reason: "left_out", error: `${field} ${why}, and is left out` })
  const given = identifiers.filter((field) => body[field])
  const bad = given.flatMap((field) => {
    const why = identifierProblem(field, body[field] ?? "", phoneKey)
    return why === null ? [] : [{ field, why }]
  })
  const dropped = bad.length < given.length ? bad : []
  for (const { field, why } of dropped) leaveOut(field, why)
  const values = Object.entries(body.custom_fields ?? {}).filter(([key, value]) => {
    const why = check(key, value)
    if (why !== null) leaveOut(`custom_fields.${key}`, why)
    return why === null
  })
  if (warnings.length === 0) return { body, warnings }
  const rest = Struct.omit(body, [...dropped.map(({ field }) => field), "custom_fields"])
  return {
    body: { ...rest, ...(values.length > 0 && { custom_fields: Object.fromEntries(values) }) },
    warnings
  }
}
