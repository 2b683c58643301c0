import { makeLruCache } from "../../shared/LruCache.ts"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import type { CustomField } from "./CustomField.ts"
import type { LockedDefinitions } from "./CustomFieldStore.ts"

/** The most definitions that are kept, and the most options of each: so they take little memory. */
const maxFields = 500
const maxOptions = 200

/** Active definitions as they were when they were last locked. They stay valid as long as the version is the same. */
export const makeFieldCache = () => {
  const fields = makeLruCache<{ readonly field: CustomField; readonly version: number }>(maxFields)
  const placeOf = (workspace: WorkspaceUuid, key: string) => `${workspace} ${key}`
  return {
    /** Returns the definitions with these keys; undefined if one is missing, or they are of different versions. */
    find: (workspace: WorkspaceUuid, keys: ReadonlyArray<string>): LockedDefinitions | undefined => {
      const found = keys.flatMap((key) => fields.get(placeOf(workspace, key)) ?? [])
      const version = found[0]?.version ?? 0
      return found.length === keys.length && found.every((entry) => entry.version === version)
        ? { version, definitions: found.map(({ field }) => field) }
        : undefined
    },

    /** Replaces what is kept of these keys. */
    replace: (
      workspace: WorkspaceUuid,
      keys: ReadonlyArray<string>,
      { definitions, version }: LockedDefinitions
    ): void => {
      for (const key of keys) fields.remove(placeOf(workspace, key))
      for (const field of definitions) {
        const isSmall = (field.selectOptions ?? []).length <= maxOptions
        if (isSmall) fields.set(placeOf(workspace, field.fieldKey), { field, version })
      }
    }
  }
}
