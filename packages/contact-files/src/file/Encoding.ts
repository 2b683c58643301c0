import { Result } from "effect"
import { joined, readAnew } from "./Bytes.ts"
import { FileRefused } from "./FileRefused.ts"
import { checkUtf8 } from "./Utf8.ts"

/** Converts the bytes of a file to UTF-8. */
export type Decoding = (name: string, bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** Returns the decoder of an encoding, by any of its names in the web's Encoding Standard. */
export const decodingOf = (label: string): Result.Result<Decoding, string> => {
  const makeDecoder = Result.try({
    try: () => {
      const { encoding } = new TextDecoder(label)
      return () => new TextDecoder(encoding, { fatal: true })
    },
    catch: () =>
      `--encoding: ${JSON.stringify(label)} is not a known encoding. Excel writes windows-1252, utf-8 or utf-16le`
  })
  return Result.map(makeDecoder, (make) =>
    make().encoding === "utf-8" ? checkUtf8 : (name, bytes) => readAnew(() => decode(name, make(), bytes))
  )
}

async function* decode(name: string, decoder: InstanceType<typeof TextDecoder>, bytes: AsyncIterable<Uint8Array>) {
  const encoder = new TextEncoder()
  const mark = new Mark()
  const next = (piece: Uint8Array, stream: boolean) => {
    try {
      return encoder.encode(decoder.decode(piece, { stream }))
    } catch {
      throw new FileRefused(`${name}: the file is not ${decoder.encoding}`)
    }
  }
  for await (const piece of bytes) yield next(mark.passOver(piece), true)
  yield next(mark.rest(), false)
}

const utf8Mark = Uint8Array.of(0xef, 0xbb, 0xbf)

/** Skips a UTF-8 byte order mark, which some programs write even before text in another encoding. */
class Mark {
  private head: Uint8Array | null = new Uint8Array()

  passOver(piece: Uint8Array): Uint8Array {
    if (this.head === null) return piece
    this.head = joined(this.head, piece)
    return this.head.length < utf8Mark.length ? new Uint8Array() : this.rest()
  }

  rest(): Uint8Array {
    const head = this.head ?? new Uint8Array()
    this.head = null
    return withoutMark(head)
  }
}

/** Removes a UTF-8 byte order mark. */
export const withoutMark = (head: Uint8Array): Uint8Array =>
  utf8Mark.every((byte, at) => head[at] === byte) ? head.subarray(utf8Mark.length) : head
