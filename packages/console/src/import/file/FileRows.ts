import {
  type CheckedRow,
  checkRow,
  csvRows,
  type InputFile,
  jsonRows,
  type KnownField,
  listsNamed,
  type SourceRow
} from "@rollcall/contact-files"
import { Result } from "effect"
import type { RequestOf } from "../../api/Operation.ts"
import { cellFormatOf, type Choices, rulesOf } from "./Choices.ts"

/** A row as it is sent. */
export type Contact = RequestOf<"POST /v1/contacts/bulk">["body"]["contacts"][number]

/** A row that was read and checked, and what is sent of it; null where nothing can be. */
export interface PreparedRow {
  readonly row: CheckedRow
  readonly contact: Contact | null
  /** How many bytes of a request it takes. */
  readonly size: number
}

/** What the workspace has that rows may name. */
export interface Known {
  readonly fields: ReadonlyArray<KnownField>
  readonly lists: ReadonlyArray<{ readonly uuid: string; readonly name: string }>
}

/** How many bytes the uuid of a list takes in a row. */
const listSize = 40

/** The rows of a file as they are sent, as many at a time as a slice of the file has. */
export async function* preparedRows(
  input: InputFile,
  columns: ReadonlyArray<string>,
  choices: Choices,
  known: Known
): AsyncGenerator<ReadonlyArray<PreparedRow>> {
  const check = checkRow({
    strict: choices.strict,
    toInternational: null,
    lenient: null
  })
  const prepare = (row: SourceRow) => withLists(check(row), known, choices.strict)
  for await (const rows of sourceRows(input, columns, choices, known)) yield rows.map(prepare)
}

/** The rows of a file as they are read. */
export async function* sourceRows(
  input: InputFile,
  columns: ReadonlyArray<string>,
  choices: Choices,
  known: Pick<Known, "fields">
): AsyncGenerator<ReadonlyArray<SourceRow>> {
  const rules = rulesOf(choices, columns, known.fields)
  const parts =
    choices.format === "jsonl"
      ? jsonRows(input, { rules, definitions: known.fields })
      : csvRows(input, {
          delimiter: choices.delimiter,
          empty: choices.empty,
          rules,
          definitions: known.fields,
          format: cellFormatOf(choices)
        })
  for await (const part of parts) if (part._tag === "Rows") yield part.rows
}

const withLists = (row: CheckedRow, { lists }: Known, strict: boolean): PreparedRow => {
  if (row.reading._tag === "Failure") return { row, contact: null, size: 0 }
  const { body, lists: names, size } = row.reading.success
  if (names === undefined) return { row, contact: body, size }
  const named = listsNamed(lists, names, null)
  const [first] = named.warnings
  if (strict && first !== undefined)
    return { row: { ...row, reading: Result.fail(first), warnings: [] }, contact: null, size: 0 }
  return {
    row: { ...row, warnings: [...row.warnings, ...named.warnings] },
    contact: { ...body, contact_list_uuids: named.lists.map(({ uuid }) => uuid) },
    size: size + listSize * named.lists.length
  }
}
