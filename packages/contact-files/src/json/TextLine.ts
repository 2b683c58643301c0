/** A non-blank line of a file, or an item of its JSON list. */
export interface TextLine {
  readonly text: string
  /** The number of its first line, from 1. */
  readonly line: number
  /** The number of bytes in the file up to its end. */
  readonly end: number
}
