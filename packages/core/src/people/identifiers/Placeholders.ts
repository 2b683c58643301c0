import { fold, visible } from "../../shared/Text.ts"
import { none, one, type Reading } from "./Reading.ts"

/** What people and programs write into a field that has no value. */
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
 * Reads an id of another system: it is exact to the letter. A placeholder, or a text without a letter and a digit, is no
 * identifier: it stands for many people.
 */
export const readId = (text: string): Reading<string> => {
  if (text === "") return none("empty")
  if (text.length > longestPlaceholder && /[a-z0-9]/i.test(text)) return one(text)
  const seen = visible(text)
  return /[\p{L}\p{N}\p{S}]/u.test(seen) && !placeholders.has(fold(seen)) ? one(text) : none("placeholder")
}

const longestPlaceholder = Math.max(...Array.from(placeholders, ({ length }) => length))
