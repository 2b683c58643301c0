import { readEmail, readNumber } from "@rollcall/core/people"
import type { ContactField } from "../rows/FileFields.ts"

/** Returns the field that a value clearly belongs to; undefined if the value could be a name. */
export const fieldOfValue = (cell: string): ContactField | undefined => {
  if (cell.includes("@") && readEmail(cell)._tag === "One") return "email"
  return /^(?:\+|0|\d{10})[\d\s()./-]{6,}$/.test(cell) && readNumber(cell)._tag === "One" ? "phone_number" : undefined
}

/** Returns the letters that spreadsheets give to columns without names. */
export const columnLetters = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, at) => letters(at))

const letters = (at: number): string =>
  (at < 26 ? "" : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
