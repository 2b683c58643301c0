import { parse } from "csv-parse/sync"
import { stringify } from "csv-stringify/sync"

/** How a spreadsheet of a country writes dates. */
export const spreadsheetDates = ["m/d/yyyy", "dd/mm/yyyy", "dd.mm.yyyy", "yyyy-mm-dd", "yyyy/m/d"] as const
export type SpreadsheetDates = (typeof spreadsheetDates)[number]

/** What is left of a CSV file after a spreadsheet has opened and saved it. */
export const throughSpreadsheet = (file: string, dates: SpreadsheetDates): string =>
  `\ufeff${stringify(parse(file, { bom: true }).map((cells) => cells.map((cell) => saved(cell, dates))))}`

const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/
const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const numeric = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2}|\d{4}))?$/
const named =
  /^(?:(\d{1,2})[ -]?)?(jan|feb|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug|sept?|oct|nov|dec)[ -]?(\d{1,2})?(?:[ ,-]+(\d{4}))?$/i
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

/** A cell as it is saved: a formula by its value, a number as it is shown, a date in the way of the country. */
const saved = (cell: string, dates: SpreadsheetDates): string => {
  const text = cell.trim()
  if (/^(?:true|false)$/i.test(text)) return text.toUpperCase()
  if (number.test(text)) return shown(Number(text))
  if (/^\(\d+(?:\.\d+)?\)$/.test(text)) return shown(-Number(text.slice(1, -1)))
  if (/^[1-9]\d{0,2}(?:,\d{3})+$/.test(text)) return shown(Number(text.replaceAll(",", "")))
  if (/^[=+\-@]/.test(text)) return "#NAME?"
  const time = clock.exec(text)
  if (time !== null) return `${Number(time[1])}:${time[2]}${time[3] === undefined ? "" : `:${time[3]}`}`
  const [, year, month, day] = iso.exec(text) ?? []
  if (year !== undefined) return dateText(Number(year), Number(month), Number(day), dates) ?? cell
  const [, first, second, third] = numeric.exec(text) ?? []
  if (first !== undefined) return dateText(yearOf(third), Number(first), Number(second), dates) ?? cell
  const [, before, name = "", after, ofYear] = named.exec(text) ?? []
  const at = months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return at > 0 && (before ?? after) !== undefined
    ? (dateText(Number(ofYear ?? 2026), at, Number(before ?? after), dates) ?? cell)
    : cell
}

const yearOf = (text: string | undefined): number => {
  if (text === undefined) return 2026
  return text.length === 4 ? Number(text) : 2000 + Number(text)
}

/** At most eleven characters, as in a cell of the usual width. */
const shown = (value: number): string => {
  const text = String(value)
  return text.length <= 11 && !text.includes("e")
    ? text
    : value
        .toExponential(5)
        .toUpperCase()
        .replace(/([+-])(\d)$/, "$10$2")
}

const dateText = (year: number, month: number, day: number, dates: SpreadsheetDates): string | undefined => {
  if (year < 1900 || month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate())
    return undefined
  const [mm, dd] = [month, day].map((part) => String(part).padStart(2, "0"))
  switch (dates) {
    case "m/d/yyyy":
      return `${month}/${day}/${year}`
    case "dd/mm/yyyy":
      return `${dd}/${mm}/${year}`
    case "dd.mm.yyyy":
      return `${dd}.${mm}.${year}`
    case "yyyy-mm-dd":
      return `${year}-${mm}-${dd}`
    case "yyyy/m/d":
      return `${year}/${month}/${day}`
  }
}
