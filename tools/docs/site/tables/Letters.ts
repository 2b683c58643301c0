import {
  apostrophes,
  latinLetters,
  omittedMarks,
  otherLetters
} from "../../../../packages/core/src/people/search/terms/UnaccentedLetters.ts"
import { table } from "./Markdown.ts"

const spanOf = (first: number, last = first): string => {
  const [from, to] = [first, last].map((codePoint) => codePoint.toString(16).toUpperCase().padStart(4, "0"))
  return from === to ? `U+${from}` : `U+${from} to ${to}`
}

/** Returns the table of letters that a search treats as equal. */
export const letterTable = (): string =>
  table(
    ["typed", "letters"],
    [latinLetters, otherLetters].flatMap((letters) =>
      Object.entries(letters).map(([typed, all]) => [typed, Array.from(all).join(" ")])
    )
  )

/** Returns the table of marks that a search ignores. */
export const markTable = (): string =>
  table(
    ["marks", "code points"],
    Array.from(
      Map.groupBy(omittedMarks, ([, , of]) => of),
      ([of, blocks]) => [of, blocks.map(([first, last]) => spanOf(first, last)).join(", ")]
    )
  )

/** Returns the characters that a search treats as an apostrophe. */
export const apostropheList = (): string =>
  Array.from(apostrophes, (char) => spanOf(char.codePointAt(0) ?? 0)).join(", ") + "."
