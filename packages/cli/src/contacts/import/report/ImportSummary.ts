import type { Cause, ImportFindings, ImportRun, MergedRows } from "@rollcall/contact-files"
import { countTable, numbers, table } from "../../../screen/Table.ts"
import { count, cut, outputWidth, printable } from "../../../screen/Text.ts"

type Outcome = Pick<ImportRun<string>, "causes" | "counts" | "reasons" | "reported">

/** The most causes to list, and the most contacts that several rows matched. */
const maxListed = 10

/** Formats the results of an import as tables, and lists the contacts that several rows matched. */
export const textSummary = ({ causes, counts, reported }: Outcome, findings: ImportFindings): string =>
  [
    countTable([
      ["Created", counts.created],
      ["Updated", counts.updated],
      ["Unchanged", counts.unchanged],
      ["Skipped", counts.skipped],
      ["Failed", counts.failed],
      ["Rows", reported]
    ]),
    ...causeTable("Failed:", causes.list),
    ...causeTable("Warnings:", findings.causes.list),
    ...mergeLines(findings)
  ].join("\n")

/** Formats the causes of failed or doubtful rows as a table, the most frequent first, each with one example row. */
const causeTable = (title: string, causes: ReadonlyArray<Cause>): ReadonlyArray<string> => {
  if (causes.length === 0) return []
  const rest = causes.length - maxListed
  const rows = causes.slice(0, maxListed).map(({ count: rows, error, row }) => [count(rows), count(row), error])
  const shown = table([numbers("Rows"), numbers("Such as row"), "Message"], rows)
  return [title, shown, ...(rest > 0 ? [`  and ${count(rest)} more causes`] : [])]
}

/** Returns the results of an import as one JSON object. */
export const jsonSummary = (
  { causes, counts, reasons, reported }: Outcome,
  { causes: doubts, merges, warnings }: ImportFindings
): string =>
  JSON.stringify({
    rows: reported,
    ...counts,
    reasons: Object.fromEntries(reasons),
    warnings: Object.fromEntries(warnings),
    causes: { failed: causes.list.slice(0, maxListed), warnings: doubts.list.slice(0, maxListed) },
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
