import { readEmail, readNumber } from "@rollcall/core/people"
import type { ContactField } from "../rows/FileFields.ts"

/** The field that a value can only be of; undefined for a value that may be a name. */
export const fieldOfValue = (cell: string): ContactField | undefined => {
  if (cell.includes("@") && readEmail(cell)._tag === "One") return "email"
  return /^(?:\+|0|\d{10})[\d\s()./-]{6,}$/.test(cell) && readNumber(cell)._tag === "One" ? "phone_number" : undefined
}

/** The names of columns without names: the letters that spreadsheets give them. */
export const columnLetters = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, at) => letters(at))

const letters = (at: number): string =>
  (at < 26 ? "" : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
