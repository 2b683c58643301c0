import { Effect, Stream } from "effect"
import { CommandRefused } from "../../CommandRefused.ts"

/** Emits the bytes unchanged. Fails with the line and the column of the first byte that is not UTF-8. */
export const checkUtf8 = (
  name: string,
  bytes: Stream.Stream<Uint8Array, CommandRefused>
): Stream.Stream<Uint8Array, CommandRefused> =>
  Stream.suspend(() => {
    const check = new Utf8Check()
    const refuse = (piece?: Uint8Array) =>
      Effect.suspend(() => {
        const fault = check.take(piece)
        return fault === undefined ? Effect.void : Effect.fail(new CommandRefused({ message: `${name}: ${fault}` }))
      })
    return Stream.concat(Stream.tap(bytes, refuse), Stream.drain(Stream.fromEffect(refuse())))
  })

/** What the decoder puts in the place of bytes that are not UTF-8. A text may also have it as a character. */
const replacement = "\ufffd"
const replacementBytes = Buffer.from(replacement)

/** Reads a text in UTF-8 piece by piece. A piece may end in the middle of a character. */
class Utf8Check {
  private readonly decoder = new TextDecoder("utf-8", { ignoreBOM: true })
  private line = 1
  private column = 1
  /** The beginning of a character whose rest is in the next piece. */
  private rest: Uint8Array = new Uint8Array()

  /** Takes the next piece, or the end, and returns the place and the value of the first byte that is not UTF-8. */
  take(piece?: Uint8Array): string | undefined {
    const bytes = Buffer.concat([this.rest, ...(piece === undefined ? [] : [piece])])
    const text = this.decoder.decode(piece, { stream: piece !== undefined })
    let [read, offset] = [0, 0]
    for (let at = text.indexOf(replacement); at >= 0; at = text.indexOf(replacement, at + 1)) {
      offset += Buffer.byteLength(text.slice(read, at))
      read = at
      if (!bytes.subarray(offset, offset + replacementBytes.length).equals(replacementBytes)) {
        this.advance(text.slice(0, at))
        return this.fault(bytes[offset] ?? 0)
      }
    }
    this.advance(text)
    this.rest = bytes.subarray(Buffer.byteLength(text))
    return undefined
  }

  private advance(text: string): void {
    const last = text.lastIndexOf("\n")
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.line++
    this.column = last < 0 ? this.column + text.length : text.length - last
  }

  private fault(byte: number): string {
    const hex = byte.toString(16).toUpperCase().padStart(2, "0")
    const isUtf16 = this.line === 1 && this.column === 1 && (byte === 0xff || byte === 0xfe)
    const hint = isUtf16 ? "it looks like UTF-16: --encoding utf-16le" : "say what it is: --encoding windows-1252"
    return `line ${this.line}, column ${this.column}: the byte ${hex} is not UTF-8; ${hint}`
  }
}
