import { byteLength, joined, readAnew } from "./Bytes.ts"
import { encodingReadings } from "./EncodingReadings.ts"
import { FileRefused } from "./FileRefused.ts"

/** Passes bytes through unchanged. Fails with the line and column of the first byte that is not UTF-8. */
export const checkUtf8 = (name: string, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  readAnew(() => checked(name, bytes))

async function* checked(name: string, bytes: AsyncIterable<Uint8Array>) {
  const check = new Utf8Check()
  let fault: Fault | undefined
  for await (const piece of bytes) {
    if (fault !== undefined) fault = { ...fault, sample: joined(fault.sample, piece) }
    else fault = check.take(piece)
    if (fault === undefined) yield piece
    else if (fault.sample.length >= sampleSize) break
  }
  fault ??= check.take()
  if (fault === undefined) return
  if (fault.isRest) {
    const advice = "but everything before it is. Correct this line, or save the file as UTF-8"
    throw new FileRefused(`${name}: ${fault.place} is not UTF-8, ${advice}`)
  }
  throw new FileRefused(`${name}: ${fault.place} is not UTF-8`, encodingReadings(fault.sample.subarray(0, sampleSize)))
}

/** The first byte that is not UTF-8. */
interface Fault {
  readonly place: string
  /** Whether enough valid UTF-8 comes before it that only a part of the file isn't UTF-8. */
  readonly isRest: boolean
  /** The bytes from the start of its line. */
  readonly sample: Uint8Array
}

/** The character that the decoder puts in place of invalid bytes. It may also be part of the file. */
const replacement = "\ufffd"
const replacementBytes = new TextEncoder().encode(replacement)

/** Checks UTF-8 piece by piece. A piece may end within a character. */
class Utf8Check {
  private readonly decoder = new TextDecoder("utf-8", { ignoreBOM: true })
  private line = 1
  private column = 1
  /** The beginning of a character that continues in the next piece. */
  private rest: Uint8Array = new Uint8Array()
  /** The number of non-ASCII characters so far. After `manyWide` of them, the file is UTF-8 with an invalid part. */
  private wide = 0

  /** Takes the next piece, or none at the end. Returns the first byte that is not UTF-8. */
  take(piece?: Uint8Array): Fault | undefined {
    const bytes = piece === undefined ? this.rest : joined(this.rest, piece)
    const text = this.decoder.decode(piece, { stream: piece !== undefined })
    let [read, offset] = [0, 0]
    for (let at = text.indexOf(replacement); at >= 0; at = text.indexOf(replacement, at + 1)) {
      offset += byteLength(text.slice(read, at))
      read = at
      if (!replacementBytes.every((byte, place) => bytes[offset + place] === byte)) {
        this.advance(text.slice(0, at))
        return this.fault(bytes, offset)
      }
    }
    this.advance(text)
    this.rest = bytes.slice(bytes.length - openBytes(bytes))
    return undefined
  }

  private advance(text: string): void {
    const last = text.lastIndexOf("\n")
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.line++
    this.column = last < 0 ? this.column + text.length : text.length - last
    if (this.wide < manyWide) this.wide += text.match(/[^\0-\x7f]/gu)?.length ?? 0
  }

  private fault(bytes: Uint8Array, at: number): Fault {
    const hex = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, "0")
    return {
      place: `line ${this.line}, column ${this.column}: the byte ${hex}`,
      isRest: this.wide >= manyWide,
      sample: bytes.subarray(bytes.lastIndexOf(newline, at) + 1)
    }
  }
}

const newline = 0x0a

/**
 * The number of non-ASCII characters after which a file counts as UTF-8. Files in other encodings rarely contain so many
 * valid ones.
 */
const manyWide = 4

/** The number of bytes that are decoded in other encodings for comparison. */
const sampleSize = 16 * 1024

/** Returns the number of bytes at the end that belong to an incomplete character. */
const openBytes = (bytes: Uint8Array): number => {
  for (let open = 1; open <= 3 && open <= bytes.length; open++) {
    const byte = bytes[bytes.length - open] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return open < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? open : 0
  }
  return 0
}
