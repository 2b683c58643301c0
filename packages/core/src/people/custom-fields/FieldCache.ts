import { makeLruCache } from "../../shared/LruCache.ts"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import type { CustomField } from "./CustomField.ts"
import type { LockedDefinitions } from "./CustomFieldStore.ts"

/** The maximum number of cached definitions, and of options in a cached definition. */
const maxFields = 500
const maxOptions = 200

/** Makes a cache of active definitions as they were last locked. Entries are valid while the version is unchanged. */
export const makeFieldCache = () => {
  const fields = makeLruCache<{ readonly field: CustomField; readonly version: number }>(maxFields)
  const placeOf = (workspace: WorkspaceUuid, key: string) => `${workspace} ${key}`
  return {
    /** Returns the definitions with these keys; undefined if a definition is missing or the versions differ. */
    find: (workspace: WorkspaceUuid, keys: ReadonlyArray<string>): LockedDefinitions | undefined => {
      const found = keys.flatMap((key) => fields.get(placeOf(workspace, key)) ?? [])
      const version = found[0]?.version ?? 0
      return found.length === keys.length && found.every((entry) => entry.version === version)
        ? { version, definitions: found.map(({ field }) => field) }
        : undefined
    },

    /** Replaces the cached definitions of these keys. */
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
