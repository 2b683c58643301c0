import { Effect, Stream } from "effect"
import { CommandRefused } from "../../CommandRefused.ts"

/** A line of a file with something in it. */
export interface TextLine {
  readonly text: string
  /** Its number, from 1. */
  readonly line: number
  /** How many bytes of the file end with it. */
  readonly end: number
}

/** The longest line, in UTF-16 units. */
const maxLineLength = 1024 * 1024

/** The lines of a file, without those that are blank. Fails with the number of one that is longer than 1 MiB. */
export const textLines = ({
  bytes,
  name
}: {
  readonly name: string
  readonly bytes: Stream.Stream<Uint8Array, CommandRefused>
}): Stream.Stream<TextLine, CommandRefused> =>
  Stream.suspend(() => {
    let [rest, line, end] = ["", 0, 0]
    const next = (text: string, ended: 0 | 1): ReadonlyArray<TextLine> => {
      line++
      end += Buffer.byteLength(text) + ended
      return text.trim() === "" ? [] : [{ text: text.trim(), line, end }]
    }
    const cut = (piece: string) => {
      const parts = (rest + piece).split("\n")
      rest = parts.pop() ?? ""
      const tooLong = parts.findIndex((part) => part.length > maxLineLength)
      const at = tooLong >= 0 ? tooLong : rest.length > maxLineLength ? parts.length : undefined
      return at === undefined
        ? Effect.succeed(parts.flatMap((part) => next(part, 1)))
        : Effect.fail(new CommandRefused({ message: `${name}: line ${line + at + 1}: it is longer than 1 MiB` }))
    }
    return bytes.pipe(
      Stream.decodeText(),
      Stream.mapEffect(cut),
      Stream.concat(Stream.fromEffect(Effect.sync(() => next(rest, 0)))),
      Stream.flatMap(Stream.fromIterable)
    )
  })
