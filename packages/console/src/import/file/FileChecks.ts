import { type MatchCheck, MatchValues, UnknownOptions } from "@rollcall/contact-files"
import { useLoad } from "../../api/Load.ts"
import type { Choices } from "./Choices.ts"
import { type Known, sourceRows } from "./FileRows.ts"
import { inputOf, type OpenedFile } from "./OpenedFile.ts"

interface FileChecks {
  /** The fields that rows can be matched on. */
  readonly matches: ReadonlyArray<MatchCheck>
  /** The cells that name no option of their field. */
  readonly unknownOptions: ReadonlyMap<string, ReadonlySet<string>>
}

/** Checks the values of the first rows of a file. Options that the user mapped are checked as the file has them. */
export const checkFile = async (
  opened: OpenedFile,
  choices: Choices,
  fields: Known["fields"],
  signal: AbortSignal
): Promise<FileChecks> => {
  const [values, unknownOptions] = [new MatchValues(), new UnknownOptions()]
  const asWritten = { ...choices, options: {} }
  for await (const rows of sourceRows(inputOf(opened, signal), opened.columns, asWritten, { fields })) {
    values.take(rows)
    for (const { doubts } of rows) for (const doubt of doubts) unknownOptions.take(doubt)
    if (values.isFull) break
  }
  return { matches: values.checks, unknownOptions }
}

/** Loads the checks of a file, again after each change of the mapping, the format or the fields. */
export const useFileChecks = (opened: OpenedFile | undefined, choices: Choices, { fields }: Known) => {
  const { delimiter, encoding, format, hasHeader, sheet, targets } = choices
  return useLoad(
    async (signal) => (opened === undefined ? undefined : checkFile(opened, choices, fields, signal)),
    [opened, fields, JSON.stringify([delimiter, encoding, format, hasHeader, sheet, targets])],
    { delay: 100 }
  )
}
