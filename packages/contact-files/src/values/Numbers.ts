import { type DecimalSign, type FileLocale, isCurrencyCode, plainText } from "./FileLocale.ts"

/** A number read from a cell. `isGuess` tells whether its sign could also be the decimal sign. */
export interface NumberReading {
  readonly value: number
  readonly isGuess: boolean
}

const simple = /^-?\d+(?:\.\d+)?$/
const plain = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** Matches groups of three digits with one separator, or Indian groups of two digits before the last three. */
const grouped = /^[1-9]\d{0,2}([.,'’ ])\d{3}(?:\1\d{3})*$|^[1-9]\d?([.,])\d{2}(?:\2\d{2})*\2\d{3}$/

/**
 * Reads a number in any digits, with a decimal point or comma, with points, commas, spaces or apostrophes between
 * thousands, with a currency or percent sign, and with a minus sign before or after it or parentheses around it. `sign` is
 * the decimal sign of the column, if known. Returns undefined if the string is not a number.
 */
export const readNumber = (
  text: string,
  sign: DecimalSign | null = null,
  locale: FileLocale | null = null
): NumberReading | undefined => {
  if (sign !== "," && simple.test(text)) return finite(text, false)
  const bare = bareNumber(text, locale)
  if (bare === undefined) return undefined
  const { digits, minus } = bare
  // Arabic separators are unambiguous.
  if (/[٫٬]/.test(digits)) {
    return readNumber(minus + digits.replaceAll("٬", "'").replaceAll("٫", "."), ".")
  }
  const group = grouped.exec(digits)
  const isPointed = digits.includes(".") && !digits.includes(",")
  if (plain.test(digits) && !(sign === "," && isPointed && group !== null)) return finite(minus + digits, false)
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","))
  const mark = last < 0 ? "" : digits.charAt(last)
  // `1,234` may mean 1234 or 1.234. Several groups can only be thousands.
  const isOneGroup = group?.[1] === mark && digits.indexOf(mark) === last
  if (group !== null && (mark === "" || !isOneGroup || sign !== mark)) {
    return finite(minus + digits.replace(/[.,'’ ]/g, ""), isOneGroup && sign === null)
  }
  const [before, after] = [digits.slice(0, last), digits.slice(last + 1)]
  const isWhole = /^\d+$/.test(before) || (grouped.test(before) && !before.includes(mark))
  return last >= 0 && isWhole && /^\d+(?:[eE][+-]?\d+)?$/.test(after)
    ? finite(`${minus}${before.replace(/\D/g, "")}.${after}`, false)
    : undefined
}

/** Returns the only possible decimal sign of a number; undefined if the number is ambiguous. */
export const decimalSignOf = (text: string): DecimalSign | undefined => {
  const digits = bareNumber(text, null)?.digits ?? ""
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","))
  const mark = digits.charAt(last)
  if ((mark !== "." && mark !== ",") || readNumber(text) === undefined) return undefined
  if (!grouped.test(digits)) return mark
  // With several groups, the sign separates thousands. With one group, it could also be the decimal sign.
  if (digits.indexOf(mark) === last) return undefined
  return mark === "," ? "." : ","
}

interface BareNumber {
  readonly minus: "" | "-"
  readonly digits: string
}

/** Matches what may come before or after the digits of a number, at most once each. */
const around = { minus: /^-\s*|\s*-$/, plus: /^\+\s*/, percent: /^[%٪]\s*|\s*[%٪]$/ } as const

/**
 * Strips signs, percent, parentheses and currency from a number. Returns undefined if one of them occurs twice, or the
 * string has a fraction or footnote character.
 */
const bareNumber = (text: string, locale: FileLocale | null): BareNumber | undefined => {
  if (/\p{No}/u.test(text)) return undefined
  let rest = plainText(text).replace(/[−–‐]/g, "-")
  const taken = new Set<string>()
  for (let before = ""; before !== rest;) {
    before = rest
    for (const [kind, pattern] of Object.entries(around)) {
      const shorter = rest.replace(pattern, "")
      if (shorter !== rest && taken.has(kind)) return undefined
      if (shorter !== rest) taken.add(kind)
      rest = shorter
    }
    if (/^\(.+\)$/.test(rest)) {
      if (taken.has("parentheses")) return undefined
      taken.add("parentheses")
      rest = rest.slice(1, -1).trim()
    }
    const amount = withoutCurrency(rest, locale?.currencies ?? [])
    if (amount !== rest && taken.has("currency")) return undefined
    if (amount !== rest) taken.add("currency")
    rest = amount
  }
  const signs = ["minus", "plus", "parentheses"].filter((kind) => taken.has(kind))
  if (signs.length > 1) return undefined
  return { digits: rest, minus: signs.length === 0 || signs[0] === "plus" ? "" : "-" }
}

/** The currency names that are recognised without a locale, besides codes. Other letters may be a unit. */
const usualCurrencies = ["zł", "Kč", "kr.", "руб.", "грн", "лв.", "ден", "дин", "eur", "usd", "gbp", "chf"]

const symbol = /^\p{Lu}{0,3}\s?\p{Sc}\s*|\s*\p{Sc}(?:\s?(?:AU|CA|HK|NZ|US))?$/u
const code = /^([A-Z]{3})\s?(?=[\d(.,-])|(?<=[\d).,-])\s?([A-Z]{3})$/

/** Removes a currency from an amount: a symbol, with or without country letters, a code or a name. */
const withoutCurrency = (text: string, currencies: ReadonlyArray<string>): string => {
  const [all, first, last] = code.exec(text) ?? []
  if (all !== undefined && isCurrencyCode(first ?? last ?? "")) return text.replace(all, "").trim()
  const named = [...currencies, ...usualCurrencies].find(
    (name) => text.length > name.length && (text.startsWith(name) || text.endsWith(name))
  )
  if (named === undefined) return text.replace(symbol, "")
  return (text.startsWith(named) ? text.slice(named.length) : text.slice(0, -named.length)).trim()
}

const finite = (text: string, isGuess: boolean): NumberReading | undefined => {
  const value = Number(text)
  return text !== "" && Number.isFinite(value) ? { value, isGuess } : undefined
}
