import type { ImportRowBody } from "@rollcall/api"
import type { Result } from "effect"
import type { ContactField } from "./FileFields.ts"
import type { ImportWarning } from "./ImportWarnings.ts"

/** A row as it is in the file, to be written out if it fails. */
type OriginalRow =
  | { readonly _tag: "Cells"; readonly cells: ReadonlyArray<string> }
  | { readonly _tag: "Line"; readonly text: string }

/** A row of a file: its values for a contact, or why it can't be sent. */
export interface SourceRow {
  /** The row number in the file, from 1. The header and blank rows don't count. */
  readonly number: number
  /** The number of bytes in the file up to the end of the row. */
  readonly end: number
  readonly original: OriginalRow
  readonly reading: Result.Result<SentRow, string>
  /** The doubts about the values of its cells. */
  readonly doubts: ReadonlyArray<Doubt>
}

/** Option names that a field doesn't have, by field key. */
interface UnknownOptions {
  readonly field: string
  readonly names: ReadonlyArray<string>
}

/** Why a row failed, or a warning about it: a literal to count, and a message. */
export interface RowReason {
  readonly reason: string
  readonly error: string
  /** The API name of the field concerned, if any. */
  readonly field?: string
  /** The unknown option names, by field key. */
  readonly unknownOptions?: ReadonlyArray<UnknownOptions>
}

/** A doubt about a field of a row. */
export interface Doubt extends RowReason {
  readonly field: string
  readonly reason: ImportWarning
  /** Whether the value is rejected: it fails its row, unless invalid values are left out. */
  readonly isRefused?: true
}

/** A checked row: what to send or why it failed, and its warnings. */
export interface CheckedRow extends Omit<SourceRow, "doubts" | "reading"> {
  readonly reading: Result.Result<SentRow, RowReason>
  readonly warnings: ReadonlyArray<RowReason>
}

/** The contact fields of a row. */
export type RowFields = { [Field in ContactField]?: string | null }

/** The part of a row that is sent. */
export interface SentRow {
  readonly body: typeof ImportRowBody.Type
  /** The names of the lists that the contact joins, as in the file. */
  readonly lists?: string
  /** The size in a request, in bytes. */
  readonly size: number
}
