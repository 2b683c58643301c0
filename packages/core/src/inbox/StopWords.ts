import { fold } from "../shared/Text.ts"

/** Whether a message is one of the words, but for white space around it and case. */
export const asksToStop = (text: string | null, words: ReadonlyArray<string>): boolean => {
  if (text === null) return false
  const given = fold(text.trim())
  return given !== "" && words.some((word) => fold(word.trim()) === given)
}
