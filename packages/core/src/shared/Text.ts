import { Array as Arr, Option, Order, String as Str } from "effect"

/**
 * Returns the form in which strings are compared: without invisible characters, digits of all scripts as ASCII,
 * compatibility decomposition, Unicode case folding, NFKC. Strings are folded here, so that no store applies its own rules
 * for case or locale. Folding a folded string changes nothing.
 *
 * JavaScript has no case folding. Lower-casing, upper-casing and lower-casing each code point gives the same classes for
 * all of Unicode except the dotless i. Its capital is the plain `I`, so it is left unchanged. Folding each code point
 * separately avoids the final sigma rule of `toLowerCase`. Starting from a decomposed string keeps marks in their order
 * when a mark (U+0345) folds to a letter.
 */
export const fold = (text: string): string => {
  if (ascii.test(text)) return text.toLowerCase()
  return asciiDigits(text.replace(invisible, "").normalize("NFKD")).replace(withCase, foldRun).normalize("NFKC")
}

/** Folds a string after removing its invisible characters and surrounding white space. */
export const foldTrimmed = (text: string): string => fold(text.replace(invisible, "").trim())

const ascii = /^[\0-\x7f]*$/

/** Characters that Unicode ignores where they cannot be shown: direction marks, soft hyphens, zero-width spaces. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu

/** Replaces the decimal digits of all scripts with ASCII digits. */
export const asciiDigits = (text: string): string => text.replace(otherDigits, asciiDigit)

const otherDigits = /[^\P{Nd}\0-\x7f]/gu

/**
 * Returns the ASCII digit with the same value. The digits of a script are in rows from 0 to 9, and rows may follow each
 * other.
 */
const asciiDigit = (char: string): string => {
  const point = char.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(point - before - 1))) before++
  return `${before % 10}`
}

/** Code points that have another case. Folding leaves all other code points unchanged. */
const withCase = /\p{CWCM}+/gu

const foldRun = (run: string): string => {
  if (ascii.test(run)) return run.toLowerCase()
  let folded = ""
  for (const char of run) folded += foldCodePoint(char)
  return folded
}

const foldCodePoint = (char: string): string => {
  if (char === "ı") return char
  let folded = ""
  for (const upper of char.toLowerCase().toUpperCase()) folded += upper.toLowerCase()
  return folded
}

/** The number of characters that a folded string may have beyond twice its original length. */
const growth = 64

/** The number of characters that are normalized at a time while the length is measured. */
const sliceLength = 1_000

/**
 * Returns whether folding makes a string more than twice as long, plus 64 characters. Some ligatures become up to 18
 * letters, so the string's length would not limit the size of its index entry. Stops as soon as the result is known.
 */
export const growsFolded = (text: string): boolean => {
  if (ascii.test(text)) return false
  const most = 2 * text.length + growth
  let length = 0
  for (let from = 0; from < text.length && length <= most; from += sliceLength) {
    length += text.slice(from, from + sliceLength).normalize("NFKC").length
  }
  return length > most
}

/** The message about a string that is too long when folded. */
export const growsMessage = "must not be more than twice as long once its ligatures are written out as letters"

/** Returns a string without surrounding white space and without invisible characters, such as direction marks. */
export const visible = (text: string): string => text.replace(/\p{Cf}/gu, "").trim()

/**
 * Compares two strings by code point: the order of UTF-8 bytes, as in a database's `C` collation. JavaScript's `<` compares
 * UTF-16 units and puts astral characters before U+E000.
 */
export const compareCodePoints = (a: string, b: string): -1 | 0 | 1 => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return rank(x) < rank(y) ? -1 : 1
  }
  return a.length === b.length ? 0 : a.length < b.length ? -1 : 1
}

/** Ranks surrogates above all other units, because they encode the code points above U+FFFF. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

/**
 * Returns whether a string has more than `max` characters. All limits count Unicode code points. A code point takes one
 * or two units of a JavaScript string.
 */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || countCodePoints(text) > max)

/** Returns whether a string has fewer than `min` characters. */
export const isShorter = (text: string, min: number): boolean => text.length < 2 * min && countCodePoints(text) < min

const countCodePoints = (text: string): number => Array.from(text).length

/** Returns whether every store can keep a string: it has no U+0000 and no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** Returns a string that every store can keep: U+FFFD replaces each U+0000 and each lone surrogate. */
export const toStorable = (text: string): string => text.replaceAll("\0", "\u{fffd}").toWellFormed()

/**
 * Returns how many characters must be inserted, removed, replaced or swapped with their neighbour to turn one string into
 * the other. Effect's own function is internal to its command line, and does not count swaps, the most frequent typing
 * errors.
 */
export const editDistance = (left: string, right: string): number => {
  let before: ReadonlyArray<number> = []
  let row: ReadonlyArray<number> = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let line = 0; line < left.length; line++) {
    const next = [line + 1]
    for (let at = 0; at < right.length; at++) {
      const isSwapped = line > 0 && at > 0 && left[line] === right[at - 1] && left[line - 1] === right[at]
      next.push(
        Math.min(
          (row[at] ?? 0) + (left[line] === right[at] ? 0 : 1),
          (row[at + 1] ?? 0) + 1,
          (next[at] ?? 0) + 1,
          isSwapped ? (before[at - 1] ?? 0) + 1 : Infinity
        )
      )
    }
    ;[before, row] = [row, next]
  }
  return row[right.length] ?? 0
}

/**
 * Returns the known name that a misspelt name most likely means, or `None` if no known name is close enough. At most a
 * third of the letters may differ, or half of them if both names begin with the same word, such as `valid_to` and
 * `valid_until`. Case and word separators don't count.
 */
export const nearest = (name: string, known: ReadonlyArray<string>): Option.Option<string> => {
  const given = letters(name)
  const close = known.flatMap((other) => {
    const wanted = letters(other)
    const most = Math.floor(wanted.length / (firstWord(name) === firstWord(other) ? 2 : 3))
    const distance = Math.abs(given.length - wanted.length) > most ? Infinity : editDistance(given, wanted)
    return distance > most ? [] : [{ other, distance }]
  })
  return Option.map(Arr.head(Arr.sortWith(close, ({ distance }) => distance, Order.Number)), ({ other }) => other)
}

/** Returns the first word of a name in snake_case, camelCase or kebab-case. */
const firstWord = (name: string): string =>
  Str.camelToSnake(name)
    .split(/[\s_.-]/, 1)
    .join()
    .toLowerCase()

/** Returns a name in lower case, without word separators. */
export const letters = (name: string): string => name.toLowerCase().replace(/[\s_.-]/g, "")

const maxListed = 20

/** Lists names in order for an error message: at most 20 names, then the number of omitted names. */
export const listed = (names: ReadonlyArray<string>): string => {
  const omitted = names.length > maxListed ? ` and ${names.length - maxListed} more` : ""
  return `${names.toSorted(compareCodePoints).slice(0, maxListed).join(", ")}${omitted}`
}

/** A name in snake_case: `phone_number` for `phoneNumber`. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

/** Returns the snake_case form of each name, keyed by name, as `Schema.encodeKeys` takes them. */
export function snakeKeys<const Name extends string>(names: ReadonlyArray<Name>): { readonly [N in Name]: SnakeCase<N> }
export function snakeKeys(names: ReadonlyArray<string>): { readonly [name: string]: string } {
  return Object.fromEntries(names.map((name) => [name, Str.camelToSnake(name)]))
}
