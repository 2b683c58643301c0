import { Context, Effect, type Scope } from "effect"
import cluster from "node:cluster"
import { write, writeSync } from "node:fs"

/** Lines are written together that come within so many milliseconds. */
const window = 20

/** The most characters that wait to be written; what comes meanwhile is dropped, and counted. */
const maxWaiting = 16 * 2 ** 20

/** How long to wait for a reader that takes nothing, in milliseconds, before the same is written again. */
const pause = 10

/** The most bytes that a pipe takes from one of several writers without those of another in between. */
const wholeInPipe = 4_096

/** How long the last lines may take at the end. */
const longestEnd = "1 second"

/**
 * Returns a function that writes a line to a file, such as standard error, without waiting for it: others are answered
 * meanwhile, also while the reader takes nothing. Lines keep their order. They are all written when the scope closes, and
 * as far as possible when the process ends before. Where others write to the same file, no line is torn that fits in a pipe.
 */
export const makeLogOutput = Effect.fnUntraced(function* (file: number, { isShared = false } = {}) {
  const lines: Array<string> = []
  let waiting = 0
  let dropped = 0
  let isWriting = false
  let written: () => void = () => {}

  const add = (line: string) => {
    lines.push(`${line}\n`)
    waiting += line.length + 1
  }

  const take = (): Buffer => {
    if (dropped > 0) add(JSON.stringify({ level: "WARN", message: `${dropped} lines of the log were dropped` }))
    dropped = 0
    const text = lines.splice(0, isShared ? countWhole(lines) : lines.length).join("")
    waiting -= text.length
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
      while (lines.length > 0) writeSync(file, take())
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
    add(line)
    if (isWriting) return
    isWriting = true
    setTimeout(begin, window)
  }
})

/** How many lines fit in a pipe at once, at least one. */
const countWhole = (lines: ReadonlyArray<string>): number => {
  let bytes = 0
  const over = lines.findIndex((line) => (bytes += Buffer.byteLength(line)) > wholeInPipe)
  return over < 0 ? lines.length : Math.max(1, over)
}

/** Makes what writes the lines of the log. By default they go to standard error, which the processes of a server share. */
export const LogOutput = Context.Reference<Effect.Effect<(line: string) => void, never, Scope.Scope>>(
  "@rollcall/cli/serve/LogOutput",
  { defaultValue: () => makeLogOutput(2, { isShared: cluster.isWorker }) }
)
