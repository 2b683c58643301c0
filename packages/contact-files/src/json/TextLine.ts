/** A line of a file with something in it, or an item of its list. */
export interface TextLine {
  readonly text: string
  /** The number of the line in which it begins, from 1. */
  readonly line: number
  /** How many bytes of the file end with it. */
  readonly end: number
}
