/** How a number format displays a number. */
export type NumberFormat =
  | { readonly _tag: "Date"; readonly hasDay: boolean; readonly hasTime: boolean }
  | { readonly _tag: "Percent" }
  | { readonly _tag: "Digits"; readonly count: number }
  | { readonly _tag: "General" }

const general: NumberFormat = { _tag: "General" }

/** Parses a format code such as `dd/mm/yyyy` or `00000`. */
export const formatOf = (code: string): NumberFormat => {
  // Hours in brackets are a duration, not a time of day. Other bracketed, quoted or escaped parts are decoration.
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return general
  const bare = (code.split(";")[0] ?? "")
    .replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, "")
    .toLowerCase()
    .replace(/am\/pm|a\/p|general|standard|@/g, "")
  if (/^0{2,}$/.test(bare)) return { _tag: "Digits", count: bare.length }
  if (bare.includes("%")) return { _tag: "Percent" }
  if (/[0#?]/.test(bare.replace(/s\.0+/g, "s"))) return general
  const hasDay = /[dy]/.test(bare) || /m/.test(bare.replace(/h+[^a-z]*m+|m+[^a-z]*s+/g, ""))
  const hasTime = /[hs]/.test(bare)
  return hasDay || hasTime ? { _tag: "Date", hasDay, hasTime } : general
}

/** Returns the built-in format with this id, which has no code in the file. */
export const builtInFormat = (id: number): NumberFormat => {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) {
    return { _tag: "Date", hasDay: true, hasTime: false }
  }
  if (id === 22) return { _tag: "Date", hasDay: true, hasTime: true }
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47) {
    return { _tag: "Date", hasDay: false, hasTime: true }
  }
  return id === 9 || id === 10 ? { _tag: "Percent" } : general
}

/** Formats the number of a cell like its number format, digit by digit. Dates are formatted as in ISO 8601. */
export const numberText = (text: string, format: NumberFormat, is1904: boolean): string => {
  const value = Number(text)
  if (text.trim() === "" || !Number.isFinite(value)) return text
  switch (format._tag) {
    case "Date":
      return dateText(value, format, is1904)
    case "Percent":
      return `${plainNumber(String(Number((100 * value).toPrecision(15))))}%`
    case "Digits":
      return plainNumber(text).padStart(format.count, "0")
    case "General":
      // Programs write more digits than the value has: 99.900000000000006 means 99.9.
      return plainNumber(/^-?\d+$/.test(text) ? text : String(value))
  }
}

/** Formats a number without an exponent. */
const plainNumber = (text: string): string => {
  const [, sign = "", whole = "", fraction = "", exponent] = /^(-?)(\d+)(?:\.(\d+))?e([+-]?\d+)$/i.exec(text) ?? []
  const shift = Number(exponent)
  if (exponent === undefined || Math.abs(shift) > maxShift) return text
  const digits = "0".repeat(Math.max(0, -shift)) + whole + fraction + "0".repeat(Math.max(0, shift - fraction.length))
  const point = Math.max(0, -shift) + whole.length + shift
  const [before, after] = [digits.slice(0, point).replace(/^0+(?=\d)/, ""), digits.slice(point).replace(/0+$/, "")]
  return `${sign}${before}${after === "" ? "" : `.${after}`}`
}

const maxShift = 40

/** Formats a day number as a date, a time or both. The year 1900 has a 29 February, as in the first spreadsheets. */
const dateText = (
  days: number,
  { hasDay, hasTime }: Extract<NumberFormat, { _tag: "Date" }>,
  is1904: boolean
): string => {
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const date = new Date(start + Math.round(days * 86_400) * 1_000)
  if (Number.isNaN(date.getTime()) || days < 0) return String(days)
  const [day, time] = date.toISOString().replace(".000Z", "").split("T")
  const isWhole = Math.round(days * 86_400) % 86_400 === 0
  const shown = hasDay || days >= 1 ? (hasTime && !isWhole ? `${day} ${time}` : day) : time
  return shown ?? ""
}
