import {
  apostrophes,
  foldedAcute,
  latinLetters,
  markedBlocks,
  omittedMarks,
  otherLetters
} from "./UnaccentedLetters.ts"

/**
 * Converts a folded string to the form in which search terms are compared: without accents, and with one kind of
 * apostrophe. Each code point is converted separately, so that the form of a substring is a substring of the whole form.
 */
export const unaccented = (folded: string): string => {
  if (!mayChange.test(folded)) return folded
  let text = ""
  for (const char of folded.replaceAll(foldedAcute, "'")) text += changes.get(char) ?? char
  return text
}

const mayChange = /[^\0-_a-\x7f]/

const charactersOf = (blocks: ReadonlyArray<readonly [first: number, last: number, of: string]>) =>
  blocks.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
  )

const letters = [latinLetters, otherLetters].flatMap((table) =>
  Object.entries(table).flatMap(([typed, letters]) => Array.from(letters, (letter) => [letter, typed] as const))
)

/** Characters that people type differently, with the characters that people type instead. */
const single = new Map<string, string>([
  ...letters,
  ...Array.from(apostrophes, (char) => [char, "'"] as const),
  ...charactersOf(omittedMarks).map((mark) => [mark, ""] as const)
])

/** Returns the characters that people type for a letter with marks. */
const withoutMarks = (char: string): string =>
  Array.from(char.normalize("NFD"), (part) => single.get(part) ?? part).join("")

const changes: ReadonlyMap<string, string> = new Map([
  ...charactersOf(markedBlocks).map((char) => [char, withoutMarks(char)] as const),
  ...single
])

/**
 * Replaces the hyphens and points between the letters of a name with a space, because people write either: `jean luc`
 * for `jean-luc`, and `st john` for `st. john`.
 */
export const spacedName = (text: string): string => text.replace(betweenLetters, " ")

const betweenLetters = /(?<=[\p{L}\p{M}])\s*[\p{Pd}.·・]+\s*(?=\p{L})/gu
