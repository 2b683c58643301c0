/** Another way to read a file: the option to use, and what the file then contains. */
export interface Reading {
  readonly option: "delimiter" | "encoding" | "no-header"
  /** The value of the option; empty if the option takes none. */
  readonly value: string
  /** How the first unusual line reads with this option. */
  readonly reads: string
}

/** Quotes a part of a file for a message, at most 60 characters. */
export const shown = (text: string): string => JSON.stringify(text.trim().slice(0, 60).replace(/\p{C}/gu, "\ufffd"))

/**
 * A file that can't be read, or only in part. The message names the place (file, line, column) and the problem. `readings`
 * lists other ways to read it, most likely first.
 */
export class FileRefused extends Error {
  override readonly name = "FileRefused"
  readonly readings: ReadonlyArray<Reading>

  constructor(message: string, readings: ReadonlyArray<Reading> = []) {
    super(message)
    this.readings = readings
  }
}
