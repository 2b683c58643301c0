import { fold, visible } from "../../shared/Text.ts"
import { none, one, type Reading } from "./Reading.ts"

/** Values that people and programs write for an empty field. */
const placeholders = new Set([
  "n/a",
  "na",
  "n.a.",
  "nan",
  "none",
  "null",
  "nil",
  "undefined",
  "unknown",
  "keine",
  "k.a.",
  "unbekannt",
  "tbd"
])

/**
 * Reads an id from another system. Ids are compared exactly. A placeholder, or a string of only punctuation, is not an
 * identifier, because many people share such a value.
 */
export const readId = (text: string): Reading<string> => {
  if (text === "") return none("empty")
  if (text.length > longestPlaceholder && /[a-z0-9]/i.test(text)) return one(text)
  const seen = visible(text)
  return /[\p{L}\p{N}\p{S}]/u.test(seen) && !placeholders.has(fold(seen)) ? one(text) : none("placeholder")
}

const longestPlaceholder = Math.max(...Array.from(placeholders, ({ length }) => length))
