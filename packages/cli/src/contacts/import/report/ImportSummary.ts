import type { ImportFindings, ImportRun, MergedRows } from "@rollcall/contact-files"
import { countTable, reasonTable } from "../../../screen/Table.ts"
import { count, cut, outputWidth, printable } from "../../../screen/Text.ts"

type Outcome = Pick<ImportRun<string>, "counts" | "reasons" | "reported">

/** How many contacts are listed that several rows met. */
const maxListed = 10

/** The outcome of an import as tables, and the contacts that several rows met. */
export const textSummary = ({ counts, reasons, reported }: Outcome, findings: ImportFindings): string =>
  [
    countTable([
      ["Created", counts.created],
      ["Updated", counts.updated],
      ["Unchanged", counts.unchanged],
      ["Skipped", counts.skipped],
      ["Failed", counts.failed],
      ["Rows", reported]
    ]),
    ...reasonTable("Failed:", reasons),
    ...reasonTable("Warnings:", findings.warnings),
    ...mergeLines(findings)
  ].join("\n")

/** The same as one JSON object. */
export const jsonSummary = ({ counts, reasons, reported }: Outcome, { merges, warnings }: ImportFindings): string =>
  JSON.stringify({
    rows: reported,
    ...counts,
    reasons: Object.fromEntries(reasons),
    warnings: Object.fromEntries(warnings),
    merged: { rows: merges.rows, contacts: merges.contacts, most: merges.most(maxListed) }
  })

const mergeLines = ({ matchOn, merges }: ImportFindings): ReadonlyArray<string> => {
  if (merges.rows === 0) return []
  const rest = merges.contacts - maxListed
  return [
    `Rows merged into the contact of an earlier row: ${count(merges.rows)}, of ${count(merges.contacts)} contacts`,
    ...merges.most(maxListed).map((group) => cut(`  ${matchOn ?? ""} ${groupLine(group)}`, outputWidth())),
    ...(rest > 0 ? [`  and ${count(rest)} more contacts`] : []),
    ...(merges.isComplete ? [] : ["  The file has too many contacts: not all rows were compared."])
  ]
}

const groupLine = ({ numbers, total, value }: MergedRows): string => {
  const more = total - numbers.length
  const named = numbers.map(count)
  const last = more > 0 ? `${count(more)} more` : (named.pop() ?? "")
  return `${JSON.stringify(printable(value))}: rows ${named.join(", ")} and ${last}`
}
