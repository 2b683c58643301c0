import { byteLength, joined, readAnew } from "./Bytes.ts"
import { FileRefused } from "./FileRefused.ts"

/** Gives the bytes unchanged. Fails with the line and the column of the first byte that is not UTF-8. */
export const checkUtf8 = (name: string, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  readAnew(() => checked(name, bytes))

async function* checked(name: string, bytes: AsyncIterable<Uint8Array>) {
  const check = new Utf8Check(name)
  for await (const piece of bytes) {
    check.take(piece)
    yield piece
  }
  check.take()
}

/** What the decoder puts instead of bytes that are not UTF-8. A text may also have it as a character. */
const replacement = "\ufffd"
const replacementBytes = new TextEncoder().encode(replacement)

/** Reads a text in UTF-8 piece by piece. A piece may end in the middle of a character. */
class Utf8Check {
  private readonly name: string
  private readonly decoder = new TextDecoder("utf-8", { ignoreBOM: true })
  private line = 1
  private column = 1
  /** The beginning of a character whose rest is in the next piece. */
  private rest: Uint8Array = new Uint8Array()

  constructor(name: string) {
    this.name = name
  }

  /** Takes the next piece, or the end. Fails with the place and the value of the first byte that is not UTF-8. */
  take(piece?: Uint8Array): void {
    const bytes = piece === undefined ? this.rest : joined(this.rest, piece)
    const text = this.decoder.decode(piece, { stream: piece !== undefined })
    let [read, offset] = [0, 0]
    for (let at = text.indexOf(replacement); at >= 0; at = text.indexOf(replacement, at + 1)) {
      offset += byteLength(text.slice(read, at))
      read = at
      if (!replacementBytes.every((byte, place) => bytes[offset + place] === byte)) {
        this.advance(text.slice(0, at))
        throw this.fault(bytes[offset] ?? 0)
      }
    }
    this.advance(text)
    this.rest = bytes.slice(bytes.length - openBytes(bytes))
  }

  private advance(text: string): void {
    const last = text.lastIndexOf("\n")
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.line++
    this.column = last < 0 ? this.column + text.length : text.length - last
  }

  private fault(byte: number): FileRefused {
    const hex = byte.toString(16).toUpperCase().padStart(2, "0")
    const isUtf16 = this.line === 1 && this.column === 1 && (byte === 0xff || byte === 0xfe)
    const encoding = isUtf16 ? "utf-16le" : "windows-1252"
    const hint = isUtf16 ? `it looks like UTF-16: --encoding ${encoding}` : `give its encoding: --encoding ${encoding}`
    const place = `line ${this.line}, column ${this.column}`
    return new FileRefused(`${this.name}: ${place}: the byte ${hex} is not UTF-8; ${hint}`, { encoding })
  }
}

/** How many bytes at the end are the beginning of a character that goes on after them. */
const openBytes = (bytes: Uint8Array): number => {
  for (let open = 1; open <= 3 && open <= bytes.length; open++) {
    const byte = bytes[bytes.length - open] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return open < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? open : 0
  }
  return 0
}
