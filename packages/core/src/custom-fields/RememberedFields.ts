import { makeLruCache } from "../shared/LruCache.ts"
import type { WorkspaceUuid } from "../shared/Ids.ts"
import type { CustomField } from "./CustomField.ts"

/** The most definitions that are remembered, and the most options of each: so they take little memory. */
const maxFields = 500
const maxOptions = 200

/** Active definitions as they were when they were last locked. A write that relies on them verifies that they still are. */
export const makeRememberedFields = () => {
  const fields = makeLruCache<CustomField>(maxFields)
  const placeOf = (workspace: WorkspaceUuid, key: string) => `${workspace} ${key}`
  return {
    /** Returns the definitions with these keys; undefined if one is not remembered. */
    find: (workspace: WorkspaceUuid, keys: ReadonlyArray<string>): ReadonlyArray<CustomField> | undefined => {
      const found = keys.flatMap((key) => fields.get(placeOf(workspace, key)) ?? [])
      return found.length === keys.length ? found : undefined
    },

    /** Replaces what is remembered of these keys. */
    replace: (workspace: WorkspaceUuid, keys: ReadonlyArray<string>, definitions: ReadonlyArray<CustomField>): void => {
      for (const key of keys) fields.remove(placeOf(workspace, key))
      for (const field of definitions) {
        if ((field.selectOptions ?? []).length <= maxOptions) fields.set(placeOf(workspace, field.fieldKey), field)
      }
    }
  }
}
