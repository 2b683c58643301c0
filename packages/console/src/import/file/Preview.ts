import type { CheckedRow } from "@rollcall/contact-files"
import { useLoad } from "../../api/Load.ts"
import type { Choices } from "./Choices.ts"
import { checkedRows, type Known } from "./FileRows.ts"
import { inputOf, type OpenedFile } from "./OpenedFile.ts"

/** The most rows to preview. */
const maxRows = 20

/** Loads the first rows of the file as they will be stored, again after each change of the choices. */
export const usePreview = (opened: OpenedFile | undefined, choices: Choices, known: Known) =>
  useLoad(
    async (signal) =>
      opened === undefined ? undefined : { opened, rows: await firstRows(opened, choices, known, signal) },
    [opened, known.fields, JSON.stringify(choices)],
    { delay: 100 }
  )

const firstRows = async (opened: OpenedFile, choices: Choices, known: Known, signal: AbortSignal) => {
  const rows: Array<CheckedRow> = []
  const input = inputOf(opened, signal)
  for await (const some of checkedRows(input, opened.columns, choices, known)) {
    rows.push(...some.slice(0, maxRows - rows.length))
    if (rows.length === maxRows) break
  }
  return rows
}
