import { Context, Effect, type Scope } from "effect"
import cluster from "node:cluster"
import { write, writeSync } from "node:fs"

/** How long lines are collected before they are written together, in milliseconds. */
const window = 20

/** The most characters waiting to be written. Further lines are dropped and counted. */
const maxWaiting = 16 * 2 ** 20

/** How long to wait before writing again to a reader that doesn't accept data, in milliseconds. */
const pause = 10

/** The most bytes that a pipe writes atomically when several processes write to it. */
const wholeInPipe = 4_096

/** How long writing the last lines may take. */
const longestEnd = "1 second"

/**
 * Returns a function that writes a line to a file, such as standard error, without blocking, even while the reader doesn't
 * read. Lines keep their order. All lines are written when the scope closes, or as many as possible if the process exits
 * before. With `isShared`, lines that fit into a pipe aren't split by other writers.
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
      // If the log can't be written, there is nowhere to report that.
      else if (error !== null || count === rest.length) begin()
      else writeRest(rest.subarray(count))
    })

  const writeNow = () => {
    try {
      while (lines.length > 0) writeSync(file, take())
    } catch {
      // The reader has closed the stream or doesn't accept data. The process exits anyway.
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

/** Returns how many lines fit into a pipe at once, at least one. */
const countWhole = (lines: ReadonlyArray<string>): number => {
  let bytes = 0
  const over = lines.findIndex((line) => (bytes += Buffer.byteLength(line)) > wholeInPipe)
  return over < 0 ? lines.length : Math.max(1, over)
}

/** Makes the function that writes log lines. Default: to standard error, which the processes of a server share. */
export const LogOutput = Context.Reference<Effect.Effect<(line: string) => void, never, Scope.Scope>>(
  "@rollcall/cli/serve/LogOutput",
  { defaultValue: () => makeLogOutput(2, { isShared: cluster.isWorker }) }
)
