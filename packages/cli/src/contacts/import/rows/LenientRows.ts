import type { CustomFieldResource } from "@rollcall/api"
import type { LenientCheck } from "@rollcall/contact-files"
import { readValue } from "@rollcall/core/people"
import { Result } from "effect"
import { toCustomField } from "../../../targets/CustomFieldList.ts"

/** Makes a check of values against the rules of the workspace's fields. */
export const lenientCheck = (definitions: ReadonlyArray<typeof CustomFieldResource.Type>): LenientCheck => {
  const fields = new Map(
    definitions.map((definition) => [definition.field_key, toCustomField(definition, definition.workspace_uuid)])
  )
  return (key, value) => {
    const field = fields.get(key)
    if (field === undefined) return "is not a custom field"
    return Result.match(readValue(field, value), {
      // A contact keeps an archived option that it already has.
      onFailure: ({ code, message }) => (code === "archived_option" ? null : message),
      onSuccess: () => null
    })
  }
}
