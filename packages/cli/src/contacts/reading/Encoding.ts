import { Effect, Result, Stream } from "effect"
import { TextDecoder } from "node:util"
import { CommandRefused } from "../../CommandRefused.ts"
import { checkUtf8 } from "./Utf8.ts"

/** The bytes of a file as UTF-8, whatever it is encoded in. */
export type Decoding = (
  name: string,
  bytes: Stream.Stream<Uint8Array, CommandRefused>
) => Stream.Stream<Uint8Array, CommandRefused>

/** How a file in an encoding is read, by any of the names that the web knows the encoding under. */
export const decodingOf = (label: string): Result.Result<Decoding, string> => {
  const makeDecoder = Result.try({
    try: () => {
      const { encoding } = new TextDecoder(label)
      return () => new TextDecoder(encoding, { fatal: true })
    },
    catch: () => `--encoding: ${JSON.stringify(label)} is not known; Excel writes windows-1252, utf-8 or utf-16le`
  })
  return Result.map(makeDecoder, (make) =>
    make().encoding === "utf-8" ? checkUtf8 : (name, bytes) => decode(name, make, bytes)
  )
}

const decode = (name: string, makeDecoder: () => TextDecoder, bytes: Stream.Stream<Uint8Array, CommandRefused>) =>
  Stream.suspend(() => {
    const decoder = makeDecoder()
    const encoder = new TextEncoder()
    const mark = new Mark()
    const next = (piece: Uint8Array, stream: boolean) =>
      Effect.try({
        try: () => encoder.encode(decoder.decode(piece, { stream })),
        catch: () => new CommandRefused({ message: `${name}: it is not ${decoder.encoding}` })
      })
    const rest = Effect.suspend(() => next(mark.rest(), false))
    return Stream.concat(
      Stream.mapEffect(bytes, (piece) => next(mark.passOver(piece), true)),
      Stream.fromEffect(rest)
    )
  })

const utf8Mark = Uint8Array.of(0xef, 0xbb, 0xbf)

/** Passes over the mark of UTF-8, which some programs write before a text in another encoding. */
class Mark {
  private head: Uint8Array | null = new Uint8Array()

  passOver(piece: Uint8Array): Uint8Array {
    if (this.head === null) return piece
    this.head = Buffer.concat([this.head, piece])
    return this.head.length < utf8Mark.length ? new Uint8Array() : this.rest()
  }

  rest(): Uint8Array {
    const head = this.head ?? new Uint8Array()
    this.head = null
    return utf8Mark.every((byte, at) => head[at] === byte) ? head.subarray(utf8Mark.length) : head
  }
}
