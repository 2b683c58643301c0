/** The letters on each key of a phone keypad, by digit. */
const keypad = ["", "", "abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz"]

/** Matches digits, up to three groups of letters, and an optional extension. */
const shape =
  /^(\+?[\d\s().\-/]*\d)([\s.\-)]*)([a-z]{2,9}(?:[\s.-]+(?!ext|app|dw)[a-z]{2,9}){0,2})((?:\s*(?:,|;|x\d|ext|#).*)?)$/i

/** Matches the digits before the letters in North America: an area code, usually toll-free, and optionally the exchange. */
const american = /^1[2-9]\d{2}(?:[2-9]\d{2})?$/
const toll = /^1?8(?:00|22|33|44|55|66|77|88)(?:[2-9]\d{2})?$/

/** Matches the digits before the letters in other countries: a toll-free or nationwide prefix. */
const free = /^(?:\d{1,3})?0?(?:700|800|808|900)$|^(?:61)?1[38]00$/

/** The minimum number of letters in a vanity number. Fewer letters are a remark. */
const fewestLetters = 4

/**
 * Replaces letters with keypad digits if the result is a whole number (`1-800-FLOWERS`). Returns null for any other string,
 * because its letters are a remark.
 */
export const keypadDigits = (text: string): string | null => {
  const [, before = "", between = "", letters = "", rest = ""] = shape.exec(text) ?? []
  const word = letters.replace(/[^a-z]/gi, "")
  if (word.length < fewestLetters) return null
  const digits = before.replace(/\D/g, "").replace(/^00/, "")
  const count = digits.length + word.length
  const isShown = toll.test(digits) || (american.test(digits) && word === word.toUpperCase())
  const isAmerican = isShown && count === (digits.startsWith("1") ? 11 : 10)
  const isFree = free.test(digits) && word.length > fewestLetters && count >= 9 && count <= 13
  return isAmerican || isFree ? `${before}${between}${letters.replace(/[a-z]/gi, keyOf)}${rest}` : null
}

const keyOf = (letter: string): string => `${keypad.findIndex((letters) => letters.includes(letter.toLowerCase()))}`
