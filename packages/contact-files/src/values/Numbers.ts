import { fold, visible } from "@rollcall/core/operations"

/** The decimal sign in the numbers of a file. */
export type DecimalSign = "." | ","

/** A number as a cell has it, and whether its sign could be the other decimal sign. */
export interface NumberReading {
  readonly value: number
  readonly isGuess: boolean
}

const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** Groups of three digits, with one sign between them. */
const grouped = /^\d{1,3}(?:([.,'’ ])\d{3})(?:\1\d{3})*$/

/**
 * Reads a number as people write it: with a decimal point or comma, with points, commas, spaces or apostrophes between thousands,
 * and with a currency or a percent sign. `sign` is the decimal sign of the column, if known. Returns undefined if the string is
 * not a number.
 */
export const readNumber = (text: string, sign: DecimalSign | null = null): NumberReading | undefined => {
  const bare = bareNumber(text)
  const isPointed = bare.includes(".") && !bare.includes(",")
  if (plain.test(bare) && !(sign === "," && isPointed && grouped.test(bare.replace(/^[+-]/, "")))) {
    return finite(bare, false)
  }
  const [, minus = "", digits = ""] = /^([+-]?)(.*)$/.exec(bare) ?? []
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","))
  const mark = last < 0 ? "" : digits.charAt(last)
  const whole = grouped.exec(digits)
  // `1,234` may mean 1234 or 1.234. Several groups can only be thousands.
  const isOneGroup = whole?.[1] === mark && digits.indexOf(mark) === last
  if (whole !== null && (mark === "" || !isOneGroup || sign !== mark)) {
    return finite(minus + digits.replace(/[.,'’ ]/g, ""), isOneGroup && sign === null)
  }
  const [before, after] = [digits.slice(0, last), digits.slice(last + 1)]
  const isWhole = /^\d+$/.test(before) || (grouped.test(before) && !before.includes(mark))
  return last >= 0 && isWhole && /^\d+(?:[eE][+-]?\d+)?$/.test(after)
    ? finite(`${minus}${before.replace(/\D/g, "")}.${after}`, false)
    : undefined
}

/** The only possible decimal sign of a number; undefined if the number leaves it open. */
export const decimalSignOf = (text: string): DecimalSign | undefined => {
  const digits = bareNumber(text).replace(/^[+-]/, "")
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","))
  const mark = digits.charAt(last)
  if ((mark !== "." && mark !== ",") || readNumber(text) === undefined) return undefined
  if (!grouped.test(digits)) return mark
  // With several groups the sign separates thousands. With one group it could also be the decimal sign.
  if (digits.indexOf(mark) === last) return undefined
  return mark === "," ? "." : ","
}

/** A number without its currency or percent sign. All white space between thousands becomes a single space. */
const bareNumber = (text: string): string =>
  fold(visible(text))
    .replace(/[−–]/g, "-")
    .replace(/^(?:\p{Sc}|[a-z]{3}(?=[\s\d]))\s*|\s*(?:\p{Sc}|%|(?<=[\s\d])[a-z]{3})$/gu, "")
    .replace(/\s+/gu, " ")
    .trim()

const finite = (text: string, isGuess: boolean): NumberReading | undefined => {
  const value = Number(text)
  return text !== "" && Number.isFinite(value) ? { value, isGuess } : undefined
}
