import { Context, Effect, type Scope } from "effect"
import { write, writeSync } from "node:fs"

/** Lines are written together that come within so many milliseconds. */
const window = 20

/** The most characters that wait to be written; what comes meanwhile is dropped, and counted. */
const maxWaiting = 16 * 2 ** 20

/** How long to wait for a reader that takes nothing, in milliseconds, before the same is written again. */
const pause = 10

/** How long the last lines may take at the end. */
const longestEnd = "1 second"

/**
 * Returns a function that writes a line to a file, such as standard error, without waiting for it: others are answered
 * meanwhile, also while the reader takes nothing. Lines keep their order. They are all written when the scope closes, and
 * as far as possible when the process ends before.
 */
export const makeLogOutput = Effect.fnUntraced(function* (file: number) {
  let lines: Array<string> = []
  let waiting = 0
  let dropped = 0
  let isWriting = false
  let written: () => void = () => {}

  const take = (): Buffer => {
    if (dropped > 0)
      lines.push(`${JSON.stringify({ level: "WARN", message: `${dropped} lines of the log were dropped` })}\n`)
    const text = lines.join("")
    lines = []
    waiting = 0
    dropped = 0
    return Buffer.from(text)
  }

  const begin = () => {
    if (lines.length > 0) return writeRest(take())
    isWriting = false
    written()
  }

  const writeRest = (rest: Buffer) =>
    write(file, rest, (error, count) => {
      if (error?.code === "EAGAIN") setTimeout(() => writeRest(rest), pause)
      // Where the log cannot be written, nothing can say so.
      else if (error !== null || count === rest.length) begin()
      else writeRest(rest.subarray(count))
    })

  const writeNow = () => {
    try {
      if (lines.length > 0) writeSync(file, take())
    } catch {
      // The reader has left, or takes nothing more: the process ends all the same.
    }
  }
  process.once("exit", writeNow)

  yield* Effect.addFinalizer(() =>
    Effect.callback<void>((resume) => {
      process.off("exit", writeNow)
      written = () => resume(Effect.void)
      if (!isWriting) begin()
    }).pipe(Effect.interruptible, Effect.timeoutOption(longestEnd), Effect.andThen(Effect.sync(writeNow)))
  )

  return (line: string): void => {
    if (waiting > maxWaiting) {
      dropped++
      return
    }
    lines.push(`${line}\n`)
    waiting += line.length
    if (isWriting) return
    isWriting = true
    setTimeout(begin, window)
  }
})

/** Makes what writes the lines of the log. By default they go to standard error. */
export const LogOutput = Context.Reference<Effect.Effect<(line: string) => void, never, Scope.Scope>>(
  "@rollcall/server/LogOutput",
  { defaultValue: () => makeLogOutput(2) }
)
