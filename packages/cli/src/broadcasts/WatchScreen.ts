import { Effect } from "effect"
import { print } from "../screen/Output.ts"
import { sizeOf } from "../screen/Text.ts"
import type { BroadcastView } from "./BroadcastClient.ts"
import { report, reportJson, summaryLine } from "./Report.ts"

/** Shows a broadcast that is watched. */
export interface WatchScreen {
  readonly show: (view: BroadcastView) => Effect.Effect<void>
}

/** Prints a line for each change, with `json` a line of JSON. */
export const lineScreen = (json: boolean) =>
  Effect.sync((): WatchScreen => {
    let last = ""
    return {
      show: (view) =>
        Effect.suspend(() => {
          const line = summaryLine(view)
          if (line === last) return Effect.void
          last = line
          return print(json, reportJson(view), () => line)
        })
    }
  })

/** A terminal that is drawn on. */
export interface Canvas {
  readonly write: (text: string) => void
  /** How many lines it shows now. */
  readonly rows: () => number
}

const escape = "\u001b["

/**
 * Draws on the whole terminal until the scope closes, and then restores what was on it. Lines that are too long or too many
 * for the terminal are cut off.
 */
export const terminalScreen = Effect.fnUntraced(function* (canvas: Canvas) {
  const write = (text: string) => Effect.sync(() => canvas.write(text))
  yield* Effect.acquireRelease(write(`${escape}?1049h${escape}?25l${escape}?7l`), () =>
    write(`${escape}?7h${escape}?25h${escape}?1049l`)
  )
  const screen: WatchScreen = {
    show: (view) =>
      Effect.suspend(() => {
        const lines = report(view).split("\n").slice(0, canvas.rows())
        return write(`${escape}H${lines.map((line) => `${line}${escape}K`).join("\r\n")}${escape}J`)
      })
  }
  return screen
})

/** The terminal of this process. */
export const ownCanvas: Canvas = {
  write: (text) => {
    process.stdout.write(text)
  },
  rows: () => sizeOf(process.stdout.rows)
}
