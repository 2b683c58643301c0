import { type MatchCheck, MatchValues } from "@rollcall/contact-files"
import { useLoad } from "../../api/Load.ts"
import type { Choices } from "./Choices.ts"
import { type Known, sourceRows } from "./FileRows.ts"
import { inputOf, type OpenedFile } from "./OpenedFile.ts"

/** Checks which fields the rows could be matched on, from the first rows of a file. */
export const checkMatches = async (
  opened: OpenedFile,
  choices: Choices,
  fields: Known["fields"],
  signal: AbortSignal
): Promise<ReadonlyArray<MatchCheck>> => {
  const values = new MatchValues()
  for await (const rows of sourceRows(inputOf(opened, signal), opened.columns, choices, { fields })) {
    values.take(rows)
    if (values.isFull) break
  }
  return values.checks
}

/** Loads the checks of fields to match on, again after each change of the mapping or the format. */
export const useMatchChecks = (opened: OpenedFile | undefined, choices: Choices, { fields }: Known) => {
  const { delimiter, encoding, format, hasHeader, sheet, targets } = choices
  return useLoad(
    async (signal) => (opened === undefined ? [] : checkMatches(opened, choices, fields, signal)),
    [opened, JSON.stringify([delimiter, encoding, format, hasHeader, sheet, targets])],
    { delay: 100 }
  )
}
