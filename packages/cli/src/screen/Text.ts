import stringWidth from "string-width"
import { isatty } from "node:tty"

/** A number with separators between thousands. */
export const count = (value: number): string => value.toLocaleString("en")

/** A number of things, such as `1 contact` or `2,000 contacts`. */
export const countOf = (amount: number, thing: string): string =>
  amount === 1 ? `1 ${thing}` : `${count(amount)} ${thing}s`

/** A text as one line for a terminal: characters that are not printable become a space. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")

/** The number of terminal columns that a text takes: two for wide characters, none for combining ones. */
export const widthOf = (text: string): number => stringWidth(text)

const segmenter = new Intl.Segmenter()

/** The text, or as much of its beginning as fits into so many columns, with an ellipsis after it. */
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

/**
 * How many columns or lines there are of what a terminal says about its size: any number where it says nothing, or 0, as one does
 * that does not know.
 */
export const sizeOf = (said: number | undefined): number => (said ? said : Number.POSITIVE_INFINITY)

/** How many columns a line of standard output may take: those of its terminal, and any number without one. */
export const outputWidth = (): number => (isatty(1) ? sizeOf(process.stdout.columns) : Number.POSITIVE_INFINITY)
