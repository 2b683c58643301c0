import type { Recipient } from "./RecipientState.ts"

const columns = [
  "identifier",
  "contact_uuid",
  "status",
  "reason",
  "error",
  "delivered_at"
] as const satisfies ReadonlyArray<keyof Recipient>

/** Matches the start of a spreadsheet formula, or of an escaped formula. */
const formula = /^'*[=+\-@\t\r]/

/** Returns a CSV cell. An apostrophe disables formulas, and quotes enclose separators. */
export const cellOf = (value: string | null): string => {
  if (value === null) return ""
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The header line, after a byte order mark that marks the file as UTF-8. */
export const csvHead = `\uFEFF${columns.join(",")}\r\n`

/** Returns a line for each recipient. */
export const csvOf = (recipients: ReadonlyArray<Recipient>): string =>
  recipients.map((recipient) => `${columns.map((column) => cellOf(recipient[column])).join(",")}\r\n`).join("")
