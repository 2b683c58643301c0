/** What a file says when it is read in another way, with the option that says so. */
export interface Reading {
  readonly option: "delimiter" | "encoding" | "no-header"
  /** The value of the option; empty if it has none. */
  readonly value: string
  /** What it makes of the first odd line. */
  readonly reads: string
}

/** A part of a file in a message. */
export const shown = (text: string): string => JSON.stringify(text.trim().slice(0, 60).replace(/\p{C}/gu, "\ufffd"))

/**
 * A file that cannot be read, or not further. The message names the place (file, line, column) and the problem. `readings`
 * are other ways to read it, the most likely first.
 */
export class FileRefused extends Error {
  override readonly name = "FileRefused"
  readonly readings: ReadonlyArray<Reading>

  constructor(message: string, readings: ReadonlyArray<Reading> = []) {
    super(message)
    this.readings = readings
  }
}
