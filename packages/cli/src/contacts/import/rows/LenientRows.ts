import type { CustomFieldResource } from "@rollcall/api"
import { identifierValue } from "@rollcall/core/contacts"
import { readValue } from "@rollcall/core/custom-fields"
import { Result, Struct } from "effect"
import { toCustomField } from "../../../targets/CustomFieldList.ts"
import type { Doubt, SentRow } from "../../reading/SourceRow.ts"
import { numbers } from "./NationalNumber.ts"

type Body = SentRow["body"]

/** Why a custom field does not take a value; null where it does, and where only the target can know. */
export type LenientCheck = (key: string, value: unknown) => string | null

/** Checks values by the rules of the workspace's fields (F2, F3). */
export const lenientCheck = (definitions: ReadonlyArray<typeof CustomFieldResource.Type>): LenientCheck => {
  const fields = new Map(
    definitions.map((definition) => [definition.field_key, toCustomField(definition, definition.workspace_uuid)])
  )
  return (key, value) => {
    const field = fields.get(key)
    if (field === undefined) return "is no custom field"
    if (value === null) return null
    return Result.match(readValue(field, value), {
      // A contact that has an archived option keeps it.
      onFailure: ({ code, message }) => (code === "archived_option" ? null : message),
      onSuccess: () => null
    })
  }
}

const identifiers = ["external_contact_id", "email", "phone_number", "chatapp_id", "socialmsg_id"] as const

/** Why an identifier is none; null where it may be one. */
const identifierProblem = (field: (typeof identifiers)[number], text: string): string | null => {
  if (field === "email") return text.includes("@") ? null : "is no e-mail address"
  if (field === "phone_number" || field === "chatapp_id") {
    return identifierValue(numbers, "phoneNumber", text) === null ? "has no digits" : null
  }
  return null
}

/** The row without the values that make it fail, as long as an identifier is left, and what was left out. */
export const withoutBadValues = (
  body: Body,
  check: LenientCheck
): { readonly body: Body; readonly warnings: ReadonlyArray<Doubt> } => {
  const warnings: Array<Doubt> = []
  const leaveOut = (field: string, why: string) =>
    warnings.push({ field, reason: "left_out", error: `${field} ${why}, and is left out` })
  const given = identifiers.filter((field) => body[field])
  const bad = given.flatMap((field) => {
    const why = identifierProblem(field, body[field] ?? "")
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
