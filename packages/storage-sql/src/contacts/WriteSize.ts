import { type ContactWrite, textNames } from "@rollcall/core/storage"

/**
 * Counts the characters of the strings written with contacts. On most databases, the cost of indexing depends on this
 * number.
 */
export const charactersIn = (writes: ReadonlyArray<ContactWrite>): number => {
  let characters = 0
  for (const { changes, contact } of writes) {
    for (const name of textNames) characters += contact[name]?.length ?? 0
    for (const { entries } of changes) {
      for (const entry of entries) characters += "text" in entry ? entry.text.length : 0
    }
  }
  return characters
}
