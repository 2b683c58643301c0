import type { ImportRowBody } from "@rollcall/api"
import type { Result } from "effect"
import type { ContactField } from "./FileFields.ts"
import type { ImportWarning } from "./ImportWarnings.ts"

/** A row as it is in the file, to be returned when it fails. */
type OriginalRow =
  | { readonly _tag: "Cells"; readonly cells: ReadonlyArray<string> }
  | { readonly _tag: "Line"; readonly text: string }

/** A row of a file, and the fields of a contact that it has, or why it cannot be sent. */
export interface SourceRow {
  /** Its number among the rows of the file, from 1; a header and blank rows do not count. */
  readonly number: number
  /** How many bytes of the file end with it. */
  readonly end: number
  readonly original: OriginalRow
  readonly reading: Result.Result<SentRow, string>
  /** What is doubtful about how its cells are read. */
  readonly doubts: ReadonlyArray<Doubt>
}

/** Names of options that the field with a key does not have. */
interface UnknownOptions {
  readonly field: string
  readonly names: ReadonlyArray<string>
}

/** Why a row failed, or what is doubtful about it: a literal that is counted, and the same in words. */
export interface RowReason {
  readonly reason: string
  readonly error: string
  /** The field that it is about, by its name in the API, if there is one. */
  readonly field?: string
  /** The names of options that fields do not have, by the keys of the fields. */
  readonly unknownOptions?: ReadonlyArray<UnknownOptions>
}

/** What is doubtful about a field of a row. */
export interface Doubt extends RowReason {
  readonly field: string
  readonly reason: ImportWarning
  /** Whether the value is not taken: it fails its row, unless invalid values are left out. */
  readonly isRefused?: true
}

/** A row that was checked: what is sent of it, or why nothing is, and what is doubtful about it. */
export interface CheckedRow extends Omit<SourceRow, "doubts" | "reading"> {
  readonly reading: Result.Result<SentRow, RowReason>
  readonly warnings: ReadonlyArray<RowReason>
}

/** The fields of a contact that a row gives, as they are read. */
export type RowFields = { [Field in ContactField]?: string | null }

/** What is sent of a row. */
export interface SentRow {
  readonly body: typeof ImportRowBody.Type
  /** The names of the lists that its contact joins, as the file has them. */
  readonly lists?: string
  /** How many bytes of a request it takes. */
  readonly size: number
}
