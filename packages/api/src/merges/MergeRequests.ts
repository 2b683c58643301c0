import { ContactUuid } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import { type MergeRequest, MergeSide, predefinedFields } from "@rollcall/core/people"
import { Schema, String } from "effect"

/** The contact to merge, and which values to keep. */
export const MergeBody = Schema.Struct({
  from: described(ContactUuid, "The contact that is merged into the one of the path, which survives."),
  keep: described(
    Schema.optionalKey(Schema.NullOr(Schema.Record(Schema.String, MergeSide))),
    "Whose value stays, by field or key of a custom field: `this` for the one of the path, `from` for the other, also where that has none. Otherwise it is that of the one of the path, or that of the other where it has none."
  )
}).annotate({ identifier: "ContactMergeBody", description: "Which contact is merged, and what of it stays." })

/** Which merge to undo. */
export const UndoMergeBody = Schema.Struct({
  from: described(
    Schema.optionalKey(Schema.NullOr(ContactUuid)),
    "The contact that was merged; without one it is the last that was. Only the last merge can be undone."
  )
}).annotate({ identifier: "ContactMergeUndoBody", description: "Which merge is undone." })

const predefinedNames = new Map(Array.from(predefinedFields.keys(), (name) => [String.camelToSnake(name), name]))

/**
 * Reads fields in either spelling, and keys of custom fields unchanged. If a contact is given in both, one of them is
 * unknown.
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
