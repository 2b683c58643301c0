import { ContactUuid } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import { type MergeRequest, MergeSide, predefinedFields } from "@rollcall/core/people"
import { Schema, String } from "effect"
import { given } from "../requests/Codecs.ts"

export const MergeBody = Schema.Struct({
  from: described(ContactUuid, "The contact to merge into the contact in the path, which survives."),
  keep: described(
    given(Schema.Record(Schema.String, MergeSide)),
    "Which contact's value to keep, by field or custom field key: `this` for the contact in the path, `from` for the other contact, even if it has no value. Default: the value of the contact in the path, or of the other contact if it has no value. Options of a multiselect field are united."
  )
}).annotate({ identifier: "ContactMergeBody", description: "Which contact to merge, and which of its values to keep." })

export const UndoMergeBody = Schema.Struct({
  from: described(
    given(ContactUuid),
    "The contact that was merged. Default: the contact that was merged last. Only the last merge can be undone."
  )
}).annotate({ identifier: "ContactMergeUndoBody", description: "Which merge to undo." })

const predefinedNames = new Map(Array.from(predefinedFields.keys(), (name) => [String.camelToSnake(name), name]))

/**
 * Converts a body to a request. Reads predefined fields in either spelling, and keys of custom fields unchanged. If a field
 * is given in both spellings, one of them is refused as unknown.
 */
export const toMergeRequest = ({ from, keep }: typeof MergeBody.Type): MergeRequest => {
  const given = Object.entries(keep ?? {})
  const names = new Set(given.map(([name]) => name))
  const named = given.map(([name, side]) => {
    const library = predefinedNames.get(name) ?? name
    return [library !== name && names.has(library) ? name : library, side] as const
  })
  return { from, keep: Object.fromEntries(named) }
}
