/** A non-empty record of a table: a line of CSV, or a row of a sheet. */
export interface TableRecord {
  readonly cells: ReadonlyArray<string>
  /** The line or row in which the record begins, from 1. */
  readonly line: number
  /** The number of bytes in the file up to the end of the record. */
  readonly end: number
  /** Why the cells can't be separated; absent if they can. */
  readonly problem?: string
}

/** A file of any size that is read as a stream. */
export interface InputFile {
  /** The name of the file in messages. */
  readonly name: string
  /** The size in bytes (UTF-8); null if the input can be read only once, so that its size isn't known in advance. */
  readonly size: number | null
  /** The content in UTF-8. Each iteration starts at the beginning. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** The rows of a workbook; absent for text files. */
  readonly records?: AsyncIterable<ReadonlyArray<TableRecord>>
}
