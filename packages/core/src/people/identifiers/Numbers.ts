import { fewestDigits, mostDigits } from "./AddressForm.ts"
import { visibleDigits } from "./Digits.ts"
import { extensionAfter } from "./Extensions.ts"
import { lengthOf, type NumberPiece, piecesOf } from "./NumberPieces.ts"
import { none, one, type Reading, type Unread } from "./Reading.ts"
import { keypadDigits } from "./Vanity.ts"

/** A phone number as written, before a numbering plan is applied (see `NumberForms`). */
export interface WrittenNumber {
  /** The digits, without the `00` of an international number. */
  readonly digits: string
  /** Whether the digits begin with a country code, marked by `+` or `00`. */
  readonly isInternational: boolean
  /**
   * The index in `digits` of a zero in parentheses that is dialled only within the country (`+44 (0)20`); null without such
   * a zero.
   */
  readonly homeZero: number | null
  /** The digits of the extension, or null. Messages go to the number without the extension. */
  readonly extension: string | null
  /** The number as written, with its extension and without surrounding text. */
  readonly text: string
}

/**
 * The minimum number of digits in a short number. A short number is used only if the string has no other digits and a
 * numbering plan knows the number.
 */
const fewestShortDigits = 5

/**
 * Reads a phone number. Handles a decimal `.0`, extensions, remarks, dates and alternatives (after a comma, a slash or a
 * word such as "or") before joining digits.
 */
export const readNumber = (text: string): Reading<WrittenNumber> => {
  if (plain.test(text)) {
    const isInternational = text.startsWith("+")
    return one(written({ digits: isInternational ? text.slice(1) : text, isInternational, homeZero: null, text }, null))
  }
  const seen = visibleDigits(text).trim().replace(schemes, "")
  const whole = wholeText(seen)
  if (whole !== undefined) return whole
  const vanity = keypadDigits(seen)
  return readPieces(vanity ?? seen.replace(decimalZeros, "$1"))
}

/** Matches a number that has only digits and an optional plus. */
const plain = /^(?:\+[1-9]\d{6,14}|[1-9]\d{6,14})$/

/** Matches one or more schemes of a link to a number. */
const schemes = /^(?:(?:tel|callto|sms|smsto|whatsapp):(?:\/\/)?\s*)+/i

/** Matches a long number in a spreadsheet's scientific notation, which has lost the last digits. */
const rounded = /^[+-]?\d(?:[.,]\d+)?e\+?\d{1,3}$/i

/** Matches decimals such as `.0`, which a program adds if it treats a phone number as an amount. */
const decimalZeros = /^((?:\D*\d){5,})[.,]0{1,2}$/

const decimals = /^[+-]?\d{7,}[.,]\d{1,2}$/

const day = "(?:0?[1-9]|[12]\\d|3[01])"
const month = "(?:0?[1-9]|1[0-2])"
const year = "(?:19|20)\\d\\d"
const daysOf = (sign: string) => [
  `${year}${sign}${month}${sign}${day}`,
  `${day}${sign}${month}${sign}${year}`,
  `${month}${sign}${day}${sign}${year}`
]
const anyDay = [...daysOf("-"), ...daysOf("/"), ...daysOf("\\.")].join("|")

/** Matches a date, with or without a time. */
const date = new RegExp(`^(?:${anyDay})(?:[t ,]+\\d{1,2}:\\d\\d.*)?$`, "i")

const dateAlone = new RegExp(`^(?:${anyDay})(?=\\s|$)`)

/** Returns the reason why a whole string is not a number; undefined if the string may be a number. */
const wholeText = (seen: string): Reading<WrittenNumber> | undefined => {
  if (seen === "") return none("empty")
  if (rounded.test(seen)) return none("rounded")
  if (date.test(seen)) return none("date")
  return decimals.test(seen) && !decimalZeros.test(seen) ? none("decimal") : undefined
}

const written = (
  { digits, homeZero, isInternational, text }: Omit<WrittenNumber, "extension">,
  extension: string | null
): WrittenNumber => ({ digits, isInternational, homeZero, extension, text })

const isNumber = (piece: NumberPiece): boolean =>
  lengthOf(piece) >= fewestDigits && lengthOf(piece) <= mostDigits && !dateAlone.test(piece.text)

/** Reads the groups of digits in a string. The first complete number is the value. */
const readPieces = (seen: string): Reading<WrittenNumber> => {
  const pieces = piecesOf(seen)
  const at = firstNumber(pieces)
  const first = pieces[at]
  if (first === undefined) return none(whyNone(pieces, seen))
  const tail = seen.slice(first.end)
  const extension = extensionAfter(tail)
  const end = first.end + (extension?.length ?? 0)
  const number = written({ ...first, text: seen.slice(first.start, end).trim() }, extension?.digits || null)
  const isBehind = ({ start }: NumberPiece) => start >= end
  const later = pieces.filter(isBehind)
  const others = later.filter(isNumber).map((piece) => written(piece, null))
  const [next] = later
  const isAlternative = next !== undefined && alternative.test(seen.slice(first.end, next.start))
  if (others.length > 0 || isAlternative) return { _tag: "Several", value: number, others }
  const remark = `${seen.slice(0, first.start)} ${seen.slice(end)}`.replace(/\s+/g, " ").trim()
  return /[\p{L}\p{N}]/u.test(remark) ? { _tag: "WithRemark", value: number, remark } : one(number)
}

/** Matches a separator between two numbers, or between a number and an alternative ending. */
const alternative = /^\s*(?:[/&;,|\n\r]|:::|(?:or|oder|ou|o|und|and|et|y|e|bzw\.?|или|и)\s)\s*$/iu

/**
 * Returns the index of the first piece that is a number, or -1. A piece after other digits must begin with a plus or a
 * zero, because otherwise it may be the end of a longer number.
 */
const firstNumber = (pieces: ReadonlyArray<NumberPiece>): number => {
  const at = pieces.findIndex((piece, index) => isNumber(piece) && (index === 0 || beginsAnew(piece)))
  if (at >= 0) return at
  const [only, ...others] = pieces
  return only !== undefined && others.length === 0 && isShort(only) ? 0 : -1
}

const beginsAnew = ({ digits, isInternational }: NumberPiece): boolean => isInternational || digits.startsWith("0")

const isShort = (piece: NumberPiece): boolean =>
  !piece.isInternational && lengthOf(piece) >= fewestShortDigits && lengthOf(piece) < fewestDigits

const whyNone = (pieces: ReadonlyArray<NumberPiece>, seen: string): Unread => {
  if (pieces.length === 0) return "no_digits"
  if (pieces.some((piece) => dateAlone.test(piece.text))) return "date"
  if (pieces.some((piece) => lengthOf(piece) > mostDigits)) return "too_many_digits"
  if (pieces.length > 1) return "unclear"
  return /\p{L}/u.test(seen) && pieces.some((piece) => lengthOf(piece) >= 3) ? "letters" : "too_few_digits"
}
