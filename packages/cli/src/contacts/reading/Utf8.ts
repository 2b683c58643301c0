import { Effect, Stream } from "effect"
import { isUtf8 } from "node:buffer"
import { CommandRefused } from "../../CommandRefused.ts"

/** Lets bytes pass as long as they are UTF-8. Fails with the line and the column of the first byte that is not. */
export const checkUtf8 = (
  name: string,
  bytes: Stream.Stream<Uint8Array, CommandRefused>
): Stream.Stream<Uint8Array, CommandRefused> =>
  Stream.suspend(() => {
    const check = new Utf8Check()
    const refuse = (place: string) => new CommandRefused({ message: `${name}: ${place}` })
    const look = (chunk: Uint8Array) => {
      const fault = check.push(chunk)
      return fault === undefined ? Effect.succeed(chunk) : Effect.fail(refuse(fault))
    }
    const end = Effect.suspend(() => {
      const fault = check.end()
      return fault === undefined ? Effect.void : Effect.fail(refuse(fault))
    })
    return Stream.concat(Stream.mapEffect(bytes, look), Stream.drain(Stream.fromEffect(end)))
  })

const lineFeed = 0x0a

/** Follows a text in UTF-8 while it arrives in pieces that may end in the middle of a character. */
class Utf8Check {
  private line = 1
  /** How many characters of the line were in earlier pieces. */
  private characters = 0
  /** The beginning of a character whose rest is in the next piece. */
  private begun: Buffer = Buffer.alloc(0)

  /** Looks at the next piece, and says where and what the first byte is that cannot be. */
  push(piece: Uint8Array): string | undefined {
    const bytes =
      this.begun.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength) : this.joined(piece)
    const whole = bytes.subarray(0, bytes.length - unfinished(bytes))
    if (!isUtf8(whole)) return this.fault(whole)
    this.begun = Buffer.from(bytes.subarray(whole.length))
    this.advance(whole)
    return undefined
  }

  /** The text has ended: says where it ends in the middle of a character. */
  end(): string | undefined {
    return this.begun.length === 0 ? undefined : this.at(this.line, this.characters + 1, this.begun[0])
  }

  private joined(piece: Uint8Array): Buffer {
    return Buffer.concat([this.begun, piece])
  }

  private advance(text: Buffer): void {
    let last = -1
    for (let at = text.indexOf(lineFeed); at >= 0; at = text.indexOf(lineFeed, at + 1)) {
      this.line++
      last = at
    }
    const rest = text.toString("utf8", last + 1).length
    this.characters = last < 0 ? this.characters + rest : rest
  }

  private fault(bytes: Buffer): string {
    for (let start = 0; ;) {
      const end = bytes.indexOf(lineFeed, start)
      const line = bytes.subarray(start, end < 0 ? bytes.length : end)
      if (!isUtf8(line)) {
        const good = goodBytes(line)
        return this.at(this.line, this.characters + line.toString("utf8", 0, good).length + 1, line[good])
      }
      this.line++
      this.characters = 0
      start = end + 1
    }
  }

  private at(line: number, column: number, byte: number | undefined): string {
    const hex = (byte ?? 0).toString(16).toUpperCase().padStart(2, "0")
    const hint =
      line === 1 && column === 1 && (byte === 0xff || byte === 0xfe) ? "it looks like UTF-16" : "save the file as UTF-8"
    return `line ${line}, column ${column}: the byte ${hex} is not UTF-8; ${hint}`
  }
}

/** How many bytes a character has that begins with this byte; 0 for one that begins none. */
const lengthOf = (byte: number): number => {
  if (byte < 0x80) return 1
  if (byte < 0xc2) return 0
  if (byte < 0xe0) return 2
  if (byte < 0xf0) return 3
  return byte < 0xf5 ? 4 : 0
}

/** How many bytes at the end begin a character that is not there whole. */
const unfinished = (bytes: Buffer): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}

/** How many bytes there are before the first that cannot be. */
const goodBytes = (line: Buffer): number => {
  let at = 0
  for (;;) {
    const length = lengthOf(line[at] ?? 0xff)
    if (length === 0 || at + length > line.length || !isUtf8(line.subarray(at, at + length))) return at
    at += length
  }
}
