import stringWidth from "string-width"
import { isatty } from "node:tty"

/** Formats a number with thousands separators. */
export const count = (value: number): string => value.toLocaleString("en")

/** Formats a number of things, such as `1 contact` or `2,000 contacts`. */
export const countOf = (amount: number, thing: string): string =>
  amount === 1 ? `1 ${thing}` : `${count(amount)} ${thing}s`

/** Returns a string as one line for a terminal, with spaces instead of control characters. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")

/** Returns the width of a string in terminal columns: two for a wide character, zero for a combining one. */
export const widthOf = (text: string): number => stringWidth(text)

const segmenter = new Intl.Segmenter()

/** Returns the string, or as much of its beginning as fits into `width` columns, with an ellipsis. */
export const cut = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text
  let [kept, used] = ["", 0]
  for (const { segment } of segmenter.segment(text)) {
    used += widthOf(segment)
    if (used >= width) break
    kept += segment
  }
  return width < 1 ? "" : `${kept}…`
}

/** Returns a dimension of a terminal, or infinity if it is unknown. Some terminals report 0 for an unknown size. */
export const sizeOf = (said: number | undefined): number => (said ? said : Number.POSITIVE_INFINITY)

/** Returns the width of standard output, in columns; infinity without a terminal. */
export const outputWidth = (): number => (isatty(1) ? sizeOf(process.stdout.columns) : Number.POSITIVE_INFINITY)
