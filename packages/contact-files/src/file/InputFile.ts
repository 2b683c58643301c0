/** A record of a table that is not empty: a line of CSV, or a row of a sheet. */
export interface TableRecord {
  readonly cells: ReadonlyArray<string>
  /** The line or row in which the record begins, from 1. */
  readonly line: number
  /** How many bytes of the file there are up to the end of the record. */
  readonly end: number
  /** Why its cells cannot be distinguished; absent if they can. */
  readonly problem?: string
}

/** A file that is read from its beginning to its end, however large it is. */
export interface InputFile {
  /** What messages call it. */
  readonly name: string
  /** How many bytes it has in UTF-8; null when it can be read once only, and that is known only at its end. */
  readonly size: number | null
  /** Its bytes in UTF-8, from the beginning each time that they are asked for. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** The rows of a workbook, which has no text; absent for text. */
  readonly records?: AsyncIterable<ReadonlyArray<TableRecord>>
}
