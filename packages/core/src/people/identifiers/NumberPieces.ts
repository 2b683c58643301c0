/** Digits that stand together in a text, with the punctuation of numbers among them. */
export interface NumberPiece {
  /** The digits, without the `00` of an international number. */
  readonly digits: string
  readonly isInternational: boolean
  readonly homeZero: number | null
  readonly text: string
  /** Where it begins in the text, and where its last digit ends. */
  readonly start: number
  readonly end: number
}

/** The runs of digits in a text. A run ends where anything but the punctuation of numbers stands, and where another begins. */
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

/** Digits and the punctuation within numbers. */
const run = /[-+()[\]./'\d \t\u00a0]*\d[-+()[\]./'\d \t\u00a0]*/g

/** How many digits a number has that is dialled from abroad. */
export const lengthOf = ({ digits, homeZero }: Pick<NumberPiece, "digits" | "homeZero">): number =>
  digits.length - (homeZero === null ? 0 : 1)

/** Punctuation within a run before which a number may end. */
const mayEnd = /\s*\/\s*|\s+-+\s+|\s*[([]|\s*\+|\s+(?=0)/g

/** A plus, or two zeros, before a country code. */
const international = /^[^\d+]*(?:\+[^\d]*(?:00)?|00(?=[1-9]))/

/** The place among the digits of a zero in parentheses; null for none. */
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

/** The digits with which a number may be whole: so many have a country code, an area and some more. */
const whole = { international: 9, national: 8, local: 7 } as const

/** The rest of a number behind a slash has so many digits; fewer are another ending. */
const fewestOfRest = 4

/** The most digits of an area that is written without a zero before it. */
const longestArea = 5

/** Whether a piece is a separate number, judged by what follows it. */
const endsBefore = (piece: NumberPiece, sign: string, after: string): boolean => {
  const { digits, isInternational } = piece
  const length = lengthOf(piece)
  const isWhole = length >= (isInternational ? whole.international : whole.national)
  const behind = digitsBehind(after)
  if (sign.includes("+")) return true
  const isBare = !isInternational && !digits.startsWith("0")
  if (sign.includes("/") && sign !== "/" && isBare && length > longestArea) return true
  const areLocal = isBare && length >= whole.local && behind >= whole.local
  // A slash may stand before the rest of a number that has a zero of home in it.
  if (sign === "/") return isWhole && (length > whole.international || behind < fewestOfRest || behind >= whole.local)
  if (sign.includes("/")) return isWhole || areLocal
  if (sign.includes("-")) return areLocal || (isWhole && behind >= whole.local)
  // Within a number more digits follow the parentheses.
  if (/[([]/.test(sign)) return isWhole || (length > longestArea && /^[^)\]]*[)\]]?\D*$/.test(after))
  // A space before a zero.
  return isWhole && behind >= whole.national && length + behind > 15
}

/** How many digits follow, up to a sign that ends a number. */
const digitsBehind = (after: string): number => digitsOf(/^[^/+]*/.exec(after)?.[0] ?? "").length
