import { fold } from "../shared/Text.ts"

/** Whether a message is one of the words, but for case, punctuation, symbols and white space (C10). */
export const asksToStop = (text: string | null, words: ReadonlyArray<string>): boolean => {
  if (text === null) return false
  const given = bare(text)
  return given !== "" && words.some((word) => bare(word) === given)
}

/** The words of a text alone. Invisible marks stand inside of words, and punctuation and symbols between them. */
const bare = (text: string): string => fold(text.replaceAll(invisible, "")).replaceAll(between, " ").trim()

const invisible = /[\p{Cf}\p{Variation_Selector}]/gu

const between = /[\p{P}\p{S}\s]+/gu
