import { Effect } from "effect"
import { nextId, SelectOptionUuid } from "../shared/Ids.ts"
import type { SelectOption } from "./CustomField.ts"
import { freeKey, slug } from "./FieldKey.ts"

/**
 * The options of a field after its labels were given anew: an option whose label stays keeps its uuid and key, one that
 * disappears is archived, one that comes back is restored (F3). Given labels come first, in their order.
 */
export const reviseOptions = Effect.fnUntraced(function* (
  previous: ReadonlyArray<SelectOption>,
  labels: ReadonlyArray<string>,
  transliterate: (label: string) => string
) {
  const byLabel = new Map(previous.map((option) => [option.displayLabel, option]))
  const keys = new Set(previous.map((option) => option.fieldKey))
  const current: Array<SelectOption> = []
  for (const label of labels) {
    const known = byLabel.get(label)
    if (known !== undefined) {
      current.push({ ...known, archived: false })
      continue
    }
    const fieldKey = freeKey(slug(transliterate(label)), (key) => keys.has(key))
    keys.add(fieldKey)
    current.push({ uuid: SelectOptionUuid.make(yield* nextId), displayLabel: label, fieldKey, archived: false })
  }
  const given = new Set(labels)
  const gone = previous.filter((option) => !given.has(option.displayLabel))
  return [...current, ...gone.map((option): SelectOption => ({ ...option, archived: true }))]
})
