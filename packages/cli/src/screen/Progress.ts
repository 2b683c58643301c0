import { Clock, Console, Effect } from "effect"
import { isatty } from "node:tty"
import { StatusLine } from "./StatusLine.ts"
import { count } from "./Text.ts"

export interface Progress {
  /** Shows how many rows are done. `share` is between 0 and 1; null if the total is unknown. */
  readonly show: (rows: number, share: number | null) => Effect.Effect<void>
  /** Prints a line above the bar. */
  readonly say: (line: string) => Effect.Effect<void>
  /** Stops the bar. Later lines appear below it. */
  readonly end: Effect.Effect<void>
}

/** How often a progress line is printed without a terminal, in milliseconds. */
const lineEvery = 10_000

/**
 * Shows progress on standard error until the scope closes: a bar with a rate on a terminal, otherwise a line every ten
 * seconds.
 */
export const makeProgress = Effect.fnUntraced(function* (what: string) {
  const begun = yield* Clock.currentTimeMillis
  const rate = (rows: number, now: number) => `${count(Math.round((1000 * rows) / Math.max(now - begun, 1)))} rows/s`
  if (!isatty(1) || !isatty(2)) return plainProgress(what, begun, rate)
  const line = yield* Effect.acquireRelease(
    Effect.sync(() => new StatusLine()),
    (line) => Effect.sync(() => line.end())
  )
  const progress: Progress = {
    show: (rows, share) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const part = share === null ? "" : `${bar(share)}  ${Math.floor(100 * share)} %  `
        line.show(`${part}${count(rows)} ${what}  ${rate(rows, now)}`)
      }),
    say: (text) => Console.error(text),
    end: Effect.sync(() => line.end())
  }
  return progress
})

const barWidth = 24

const bar = (share: number): string => {
  const full = Math.round(barWidth * Math.min(share, 1))
  return `${"█".repeat(full)}${"░".repeat(barWidth - full)}`
}

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
