import { Effect } from "effect"
import { nextId, SelectOptionUuid } from "../../shared/Ids.ts"
import type { SelectOption } from "./CustomField.ts"
import type { DefinedOption } from "./CustomFieldRules.ts"
import { freeKey } from "./FieldKey.ts"

/**
 * Returns the options of a field after an update. An option given by uuid or label keeps its uuid and key. Omitted options
 * are archived; archived options that are given are restored. Given options come first, in order. A label never matches an
 * option that is given by uuid. A given uuid must exist.
 */
export const reviseOptions = Effect.fnUntraced(function* (
  previous: ReadonlyArray<SelectOption>,
  given: ReadonlyArray<DefinedOption>,
  keyOf: (label: string) => Effect.Effect<string>
) {
  const named = new Set(given.map(({ uuid }) => uuid))
  const byUuid = new Map(previous.map((option) => [option.uuid, option]))
  const byLabel = new Map(
    // If an archived and an active option share a label, the label means the active option.
    previous
      .filter(({ uuid }) => !named.has(uuid))
      .toSorted((a, b) => Number(b.archived) - Number(a.archived))
      .map((option) => [option.displayLabel, option])
  )
  const keys = new Set(previous.map((option) => option.fieldKey))
  const current: Array<SelectOption> = []
  for (const { label, uuid } of given) {
    const known = uuid === null ? byLabel.get(label) : byUuid.get(uuid)
    if (known !== undefined) {
      current.push({ ...known, displayLabel: label, archived: false })
      continue
    }
    const fieldKey = freeKey(yield* keyOf(label), (key) => keys.has(key))
    keys.add(fieldKey)
    current.push({ uuid: SelectOptionUuid.make(yield* nextId), displayLabel: label, fieldKey, archived: false })
  }
  const currentUuids = new Set(current.map(({ uuid }) => uuid))
  const gone = previous.filter(({ uuid }) => !currentUuids.has(uuid))
  return [...current, ...gone.map((option): SelectOption => ({ ...option, archived: true }))]
})
