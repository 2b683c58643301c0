import type { Recipient } from "./RecipientState.ts"

const columns = [
  "identifier",
  "contact_uuid",
  "status",
  "reason",
  "error",
  "delivered_at"
] as const satisfies ReadonlyArray<keyof Recipient>

/** What would begin a formula in a spreadsheet, or stands for such a text. */
const formula = /^'*[=+\-@\t\r]/

/** A text as a cell: an apostrophe before it makes what would be a formula a text, and quotes hold what divides cells. */
export const cellOf = (value: string | null): string => {
  if (value === null) return ""
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The first line, after a mark by which spreadsheets know that the file is UTF-8. */
export const csvHead = `\uFEFF${columns.join(",")}\r\n`

/** A line for each recipient. */
export const csvOf = (recipients: ReadonlyArray<Recipient>): string =>
  recipients.map((recipient) => `${columns.map((column) => cellOf(recipient[column])).join(",")}\r\n`).join("")
