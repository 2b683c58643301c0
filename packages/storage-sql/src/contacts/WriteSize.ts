import { type ContactWrite, textNames } from "@rollcall/core/storage"

/** How many characters of texts are written with some contacts. It is what their indexes cost, on most databases. */
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
