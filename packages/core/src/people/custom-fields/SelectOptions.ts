import { Effect } from "effect"
import { nextId, SelectOptionUuid } from "../../shared/Ids.ts"
import type { SelectOption } from "./CustomField.ts"
import type { DefinedOption } from "./CustomFieldRules.ts"
import { freeKey } from "./FieldKey.ts"

/**
 * The options of a field after an update. An option given by its uuid or by its label keeps its uuid and key. An option
 * that is left out is archived, and an archived option that is given again is restored. Given options come first, in their
 * order. A label never means an option that is given by its uuid. A given uuid must exist.
 */
export const reviseOptions = Effect.fnUntraced(function* (
  previous: ReadonlyArray<SelectOption>,
  given: ReadonlyArray<DefinedOption>,
  keyOf: (label: string) => Effect.Effect<string>
) {
  const named = new Set(given.map(({ uuid }) => uuid))
  const byUuid = new Map(previous.map((option) => [option.uuid, option]))
  const byLabel = new Map(
    // If an archived option and an option in use have the same label, the label means the option in use.
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
