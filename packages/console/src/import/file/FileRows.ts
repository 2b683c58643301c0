import {
  type CheckedRow,
  checkRow,
  csvRows,
  FieldWords,
  type InputFile,
  jsonRows,
  type KnownField,
  type SourceRow,
  withLists
} from "@rollcall/contact-files"
import type { RequestOf } from "../../api/Operation.ts"
import { own } from "../../reading/Own.ts"
import { cellFormatOf, type Choices, rulesOf } from "./Choices.ts"

/** A row of an import request. */
export type Contact = RequestOf<"POST /v1/contacts/bulk">["body"]["contacts"][number]

/** The fields and lists of the workspace that rows can refer to. */
export interface Known {
  readonly fields: ReadonlyArray<KnownField>
  readonly lists: ReadonlyArray<{ readonly uuid: string; readonly name: string }>
}

/** Reads and checks the rows of a file, in groups as they are read. */
export async function* checkedRows(
  input: InputFile,
  columns: ReadonlyArray<string>,
  choices: Choices,
  known: Known
): AsyncGenerator<ReadonlyArray<CheckedRow>> {
  const { strict } = choices
  const check = checkRow({ strict, toInternational: null, lenient: null, words: wordsOf(columns, choices, known) })
  for await (const rows of sourceRows(input, columns, choices, known))
    yield rows.map((row) => withLists(check(row), known.lists, { strict, separator: null }))
}

/** Returns the names of fields for messages: those of the columns mapped to them. */
export const wordsOf = (
  columns: ReadonlyArray<string>,
  { targets }: Choices,
  { fields }: Pick<Known, "fields">
): FieldWords => {
  const words = new FieldWords(fields)
  for (const column of columns.toReversed()) words.take(own(targets, column) ?? "", column)
  return words
}

/** Reads the rows of a file, without checking them. */
export async function* sourceRows(
  input: InputFile,
  columns: ReadonlyArray<string>,
  choices: Choices,
  known: Pick<Known, "fields">
): AsyncGenerator<ReadonlyArray<SourceRow>> {
  const rules = rulesOf(choices, columns, known.fields)
  const options = { rules, definitions: known.fields, format: cellFormatOf(choices) }
  const { delimiter, empty, hasHeader } = choices
  const parts =
    choices.format === "jsonl" ? jsonRows(input, options) : csvRows(input, { ...options, delimiter, empty, hasHeader })
  for await (const part of parts) if (part._tag === "Rows") yield part.rows
}
