/** A group of digits in a string, with its inner punctuation. */
export interface NumberPiece {
  /** The digits, without the `00` of an international number. */
  readonly digits: string
  readonly isInternational: boolean
  readonly homeZero: number | null
  readonly text: string
  /** The offset of the first character, and the offset after the last digit. */
  readonly start: number
  readonly end: number
}

/**
 * Splits a string into groups of digits. A group ends at any character that isn't phone punctuation, and where another
 * number begins.
 */
export const piecesOf = (text: string): ReadonlyArray<NumberPiece> => {
  const pieces: Array<NumberPiece> = []
  for (const { 0: found, index } of text.matchAll(run)) {
    let start = index
    let from = 0
    for (const { 0: sign, index: at } of found.matchAll(mayEnd)) {
      const before = pieceOf(found.slice(from, at), start)
      if (before === null || !endsBefore(before, sign, found.slice(at + sign.length))) continue
      pieces.push(before)
      from = at
      start = index + at
    }
    const last = pieceOf(found.slice(from), start)
    if (last !== null) pieces.push(last)
  }
  return pieces
}

/** Matches digits with phone punctuation. */
const run = /[-+()[\]./'\d \t\u00a0]*\d[-+()[\]./'\d \t\u00a0]*/g

/** Returns the number of digits as dialled from abroad, which is without a zero in parentheses. */
export const lengthOf = ({ digits, homeZero }: Pick<NumberPiece, "digits" | "homeZero">): number =>
  digits.length - (homeZero === null ? 0 : 1)

/** Matches punctuation before which a number may end. */
const mayEnd = /\s*\/\s*|\s+-+\s+|\s*[([]|\s*\+|\s+(?=0)/g

/** Matches a plus or `00` before a country code. */
const international = /^[^\d+]*(?:\+[^\d]*(?:00)?|00(?=[1-9]))/

/** Returns the index of a zero in parentheses among the digits; null without such a zero. */
const homeZeroIn = (number: string): number | null => {
  const found = /[([]\s*0\s*[)\]]/.exec(number)
  return found === null ? null : digitsOf(number.slice(0, found.index)).length
}

const digitsOf = (text: string): string => text.replace(/\D/g, "")

const pieceOf = (text: string, offset: number): NumberPiece | null => {
  const first = /[+\d]|[([](?=[^)\]]*\d)/.exec(text)
  const last = /\d(?=\D*$)/.exec(text)
  if (first === null || last === null || last.index < first.index) return null
  const shown = text.slice(first.index, last.index + 1)
  const prefix = international.exec(shown)?.[0]
  const number = shown.slice(prefix?.length ?? 0)
  return {
    digits: digitsOf(number),
    isInternational: prefix !== undefined,
    homeZero: prefix === undefined ? null : homeZeroIn(number),
    text: shown,
    start: offset + first.index,
    end: offset + last.index + 1
  }
}

/** The minimum number of digits in a complete number: with country code, with area code, or with neither. */
const whole = { international: 9, national: 8, local: 7 } as const

/** The minimum number of digits after a slash that continue a number. Fewer digits are an alternative ending. */
const fewestOfRest = 4

/** The maximum number of digits in an area code without a leading zero. */
const longestArea = 5

/** Returns whether a number ends before `sign`, depending on the digits before and after the sign. */
const endsBefore = (piece: NumberPiece, sign: string, after: string): boolean => {
  const { digits, isInternational } = piece
  const length = lengthOf(piece)
  const isWhole = length >= (isInternational ? whole.international : whole.national)
  const behind = digitsBehind(after)
  if (sign.includes("+")) return true
  const isBare = !isInternational && !digits.startsWith("0")
  if (sign.includes("/") && sign !== "/" && isBare && length > longestArea) return true
  const areLocal = isBare && length >= whole.local && behind >= whole.local
  // A slash may also separate the parts of a number that contains a national zero.
  if (sign === "/") return isWhole && (length > whole.international || behind < fewestOfRest || behind >= whole.local)
  if (sign.includes("/")) return isWhole || areLocal
  if (sign.includes("-")) return areLocal || (isWhole && behind >= whole.local)
  // Within a number, more digits follow the parentheses.
  if (/[([]/.test(sign)) return isWhole || (length > longestArea && /^[^)\]]*[)\]]?\D*$/.test(after))
  // The sign is a space before a zero.
  return isWhole && behind >= whole.national && length + behind > 15
}

/** Counts the digits that follow, up to a slash or a plus. */
const digitsBehind = (after: string): number => digitsOf(/^[^/+]*/.exec(after)?.[0] ?? "").length
