import { Effect } from "effect"
import { print } from "../screen/Output.ts"
import { sizeOf } from "../screen/Text.ts"
import type { BroadcastView } from "./BroadcastClient.ts"
import { report, reportJson, summaryLine } from "./Report.ts"

export interface WatchScreen {
  readonly show: (view: BroadcastView) => Effect.Effect<void>
}

/** Makes a screen that prints a line for each change, with `json` as JSON Lines. */
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

export interface Canvas {
  readonly write: (text: string) => void
  /** Returns the height of the terminal, in lines. */
  readonly rows: () => number
}

const escape = "\u001b["

/** Draws on the whole terminal until the scope closes, then restores its content. Cuts off lines that don't fit. */
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

export const ownCanvas: Canvas = {
  write: (text) => {
    process.stdout.write(text)
  },
  rows: () => sizeOf(process.stdout.rows)
}
