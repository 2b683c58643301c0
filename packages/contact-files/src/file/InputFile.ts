/** A file that is read from its beginning to its end, however large it is. */
export interface InputFile {
  /** What messages call it. */
  readonly name: string
  /** How many bytes it has in UTF-8; null when it can be read once only, and that is known only at its end. */
  readonly size: number | null
  /** Its bytes in UTF-8, from the beginning each time that they are asked for. */
  readonly bytes: AsyncIterable<Uint8Array>
}
