import { alphabets, eastern } from "./Alphabets.ts"
import { type Reading, shown } from "./FileRefused.ts"

const maxReadings = 5

interface Scored extends Reading {
  readonly score: number
}

/**
 * Decodes the first line that is not UTF-8 in other encodings, and returns the results, most likely first. The likelihood
 * depends on how much the words resemble a language. Encodings with equal results are listed once.
 */
export const encodingReadings = (bytes: Uint8Array): ReadonlyArray<Reading> => {
  const scored = [
    ...alphabets.flatMap(({ encodings, letters }) =>
      encodings.map((encoding) => readAs(encoding, bytes, wordOf(letters)))
    ),
    ...eastern.map(({ encoding, ...kinds }) => readAs(encoding, bytes, easternWord(kinds)))
  ]
  const best = scored.flatMap((one) => one ?? []).toSorted((a, b) => b.score - a.score)
  return best
    .filter(({ reads, score }, at) => (at === 0 || score > 0) && best.findIndex((one) => one.reads === reads) === at)
    .slice(0, maxReadings)
    .map(({ option, reads, value }) => ({ option, value, reads }))
}

/** Scores the characters of a word from 0 to 1 for an encoding. Negative scores count against it. */
type Judge = (word: string) => ReadonlyArray<number>

const readAs = (value: string, bytes: Uint8Array, judge: Judge): Scored | undefined => {
  const text = decoded(value, bytes)
  if (text === undefined) return undefined
  const line = text.split(/[\r\n]+/).find((line) => odd.test(line)) ?? ""
  const cell = line.split(/[,;\t|]/).find((cell) => odd.test(cell)) ?? line
  const words = (text.match(/[^\s\0-\x26\x28-\x2f\x3a-\x40[-`{-\x7f]+/g) ?? []).filter((word) => odd.test(word))
  const scores = words.slice(0, maxWords).flatMap(judge)
  const score = (sum(scores) / Math.max(1, scores.length)) * (seldom.get(value) ?? 1)
  return { option: "encoding", value, reads: shown(cell.replaceAll('"', "")), score }
}

const maxWords = 1_000

/** Rare encodings, with the factor that lowers their scores. */
const seldom = new Map([
  ["windows-1254", 0.95],
  ["windows-1257", 0.85],
  ["macintosh", 0.8],
  ["iso-8859-2", 0.95],
  ["iso-8859-5", 0.9],
  ["iso-8859-7", 0.95],
  ["koi8-r", 0.95],
  ["ibm866", 0.95],
  ["euc-jp", 0.95],
  ["big5", 0.95]
])

const odd = /[^\0-\x7f]/

/** An incomplete character at the end is left out. */
const decoded = (encoding: string, bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

const latin = /\p{Script=Latin}/u

/** Scores the characters of a word by their rank in the language that fits best. */
const wordOf =
  (languages: ReadonlyArray<string>): Judge =>
  (word) => {
    const scores = languages.map((letters) => {
      const isLatin = latin.test(letters)
      return [...word].flatMap((char, at, chars) => {
        if (!odd.test(char)) return isLatin || !/[a-z]/i.test(char) ? [] : [-1]
        if (!/[\p{L}\p{M}]/u.test(char)) return [ofSign(char, chars[at - 1], chars[at + 1])]
        const before = chars[at - 1] ?? ""
        if (/\p{Lu}/u.test(char) && /\p{Ll}/u.test(before)) return [-0.5]
        const rank = letters.indexOf(letters.includes(char) ? char : char.toLowerCase())
        return [rank < 0 ? -0.3 : 1 - (isLatin ? 0.5 : 1) * (rank / letters.length)]
      })
    })
    return scores.toSorted((a, b) => sum(b) - sum(a))[0] ?? []
  }

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)

/**
 * Scores a sign: punctuation is neutral, other signs shouldn't be next to a letter, and control characters are unlikely
 * anywhere.
 */
const ofSign = (char: string, before = "", after = ""): number => {
  if (/\p{C}/u.test(char)) return -2
  if (char === "’" && /\p{L}/u.test(before) && /\p{L}/u.test(after)) return 0.8
  if (/[\p{P}\p{Z}€ºª]/u.test(char)) return 0.3
  return /\p{L}/u.test(before) || /\p{L}/u.test(after) ? -1 : 0
}

/** Scores an East Asian word. Latin letters within it count against the encoding. */
const easternWord =
  ({ han, hangul, kana }: { readonly han: number; readonly hangul: number; readonly kana: number }): Judge =>
  (word) =>
    [...word].map((char) => {
      if (!odd.test(char)) return /[a-z]/i.test(char) ? -1 : 0
      if (/[\u3040-\u30ff]/.test(char)) return kana
      if (/[\u4e00-\u9fff]/.test(char)) return han
      if (/[\uac00-\ud7a3]/.test(char)) return hangul
      return /[\p{P}\p{Z}\uff01-\uff5e]/u.test(char) ? 0.3 : -0.5
    })
