import { DateTime, Effect, Equal } from "effect"
import { type WritableField, writableFields } from "../contact-fields/PredefinedFields.ts"
import type { Contact } from "../contacts/Contact.ts"
import { valueOf } from "../custom-fields/ValueChanges.ts"
import type { FieldChange, HistoryEntry } from "../history/HistoryEntry.ts"
import { keptValue } from "../history/KeptChanges.ts"
import { HistoryStore, type HistoryPlace } from "../history/HistoryStore.ts"
import type { ContactMerge, MergeState } from "./ContactMerge.ts"
import { isOptions } from "./MergeContact.ts"

/** The number of entries read in one step. */
const entriesAtOnce = 100

const isWritable = (field: string): field is WritableField => writableFields.some((name) => name === field)

const valueIn = (contact: Contact, field: string) =>
  isWritable(field) ? contact[field] : valueOf(contact.customFields, field)

/**
 * Returns whether a change after a merge contains a value of the contact `from`. If the merge kept the value that `from`
 * had for a field, every change of the field counts.
 */
const isOfMerged = ({ from, merged, survivor }: MergeState, { field, values }: FieldChange): boolean => {
  if (values === null) return false
  const [theirs, ours] = [valueIn(from, field), valueIn(survivor, field)]
  if (isOptions(theirs)) {
    const added = theirs.filter((option) => !isOptions(ours) || !ours.includes(option))
    return [values.from, values.to].some((value) => isOptions(value) && value.some((one) => added.includes(one)))
  }
  if (theirs === null || Equal.equals(theirs, ours)) return false
  if (Equal.equals(valueIn(merged, field), theirs)) return true
  return [values.from, values.to].some((value) =>
    [theirs, keptValue(theirs)].some((their) => Equal.equals(value, their))
  )
}

const withoutValuesOf = (state: MergeState, entry: HistoryEntry): HistoryEntry => {
  if (entry.kind !== "updated") return entry
  const { changes } = entry.details
  if (!changes.some((change) => isOfMerged(state, change))) return entry
  return {
    ...entry,
    details: { changes: changes.map((change) => (isOfMerged(state, change) ? { ...change, values: null } : change)) }
  }
}

/**
 * Removes the values of the contact `from` from the survivor's history since the merge. The values no longer belong to the
 * survivor, and are erased with the other contact. The history still shows that the fields changed.
 */
export const hideMergedValues = Effect.fn("ContactMerges.hideMergedValues")(function* ({
  into,
  mergedAt,
  state,
  workspace
}: ContactMerge) {
  const history = yield* HistoryStore
  let place: HistoryPlace = {
    at: DateTime.add(yield* DateTime.now, { days: 1 }),
    kind: "",
    uuid: "00000000-0000-0000-0000-000000000000"
  }
  while (true) {
    const entries = yield* history.before(workspace, [into], ["updated"], place, entriesAtOnce)
    const since = entries.filter(({ at }) => DateTime.isGreaterThanOrEqualTo(at, mergedAt))
    const changed = since.flatMap((entry) => {
      const after = withoutValuesOf(state, entry)
      return after === entry ? [] : [after]
    })
    yield* history.replace(changed)
    const last = since.at(-1)
    if (last === undefined || since.length < entriesAtOnce) return
    place = last
  }
})
