import { SingleBar } from "cli-progress"
import Table from "cli-table3"
import { Clock, Console, Effect } from "effect"
import { isatty } from "node:tty"

/** A number with separators between thousands. */
export const count = (value: number): string => value.toLocaleString("en")

/** A text as one line for a terminal: characters that are not printable become a space. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")

/** A table of two columns: names and counts. */
export const countTable = (rows: ReadonlyArray<readonly [what: string, amount: number]>): string => {
  const table = new Table({ colAligns: ["left", "right"], style: { head: [], border: [], compact: true } })
  table.push(...rows.map(([what, amount]) => [what, count(amount)]))
  return table.toString()
}

/** A table of reasons and how many there are of each, the most frequent first, below a title; nothing if there are none. */
export const reasonTable = (title: string, reasons: ReadonlyMap<string, number>): ReadonlyArray<string> => {
  const rows = [...reasons].toSorted(([a, many], [b, others]) => others - many || (a < b ? -1 : 1))
  return rows.length === 0 ? [] : [title, countTable(rows)]
}

/** Shows the progress of a command. */
export interface Progress {
  /** Shows how many rows are done. `share` is between 0 and 1; null when the total is not known. */
  readonly show: (rows: number, share: number | null) => Effect.Effect<void>
  /** Prints a line above the bar. */
  readonly say: (line: string) => Effect.Effect<void>
  /** Stops the bar: lines that are printed from now on come below it. */
  readonly end: Effect.Effect<void>
}

/** How often a line with the progress is printed where there is no terminal, in milliseconds. */
const lineEvery = 10_000

/**
 * Shows progress on standard error until the scope closes: a bar with a rate on a terminal, and elsewhere a line every ten
 * seconds.
 */
export const makeProgress = Effect.fnUntraced(function* (what: string) {
  const begun = yield* Clock.currentTimeMillis
  const rate = (rows: number, now: number) => `${count(Math.round((1000 * rows) / Math.max(now - begun, 1)))} rows/s`
  if (!isatty(1) || !isatty(2)) return plainProgress(what, begun, rate)
  let ended = false
  const bar = yield* startBar
  const end = Effect.sync(() => {
    if (!ended) bar.stop()
    ended = true
  })
  yield* Effect.addFinalizer(() => end)
  const progress: Progress = {
    show: (rows, share) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const part = share === null ? "" : `${Math.floor(100 * share)} %  `
        bar.update(Math.round(1000 * (share ?? 0)), { text: `${part}${count(rows)} ${what}  ${rate(rows, now)}` })
      }),
    say: (line) =>
      Effect.suspend(() =>
        ended ? Console.error(line) : Effect.sync(() => process.stderr.write(`\r\u001b[K${line}\n`))
      ),
    end
  }
  return progress
})

const startBar = Effect.sync(() => {
  const bar = new SingleBar({
    format: "{bar}  {text}",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 32,
    hideCursor: true,
    stopOnComplete: false
  })
  bar.start(1000, 0, { text: "" })
  return bar
})

const plainProgress = (what: string, begun: number, rate: (rows: number, now: number) => string): Progress => {
  let last = begun
  return {
    show: (rows, share) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (now - last < lineEvery) return Effect.void
        last = now
        const part = share === null ? "" : ` (${Math.floor(100 * share)} %)`
        return Console.error(`${count(rows)} ${what}${part}, ${rate(rows, now)}`)
      }),
    say: (line) => Console.error(line),
    end: Effect.void
  }
}
