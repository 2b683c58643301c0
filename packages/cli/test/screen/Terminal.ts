import { spawn } from "@lydell/node-pty"
import { Terminal } from "@xterm/headless"
import { Effect, Record } from "effect"
import { cacheOf, programOf } from "@rollcall/testing/programs"
import { main } from "../serve/ServerProcess.ts"

/** A line of the screen, and whether it is the rest of the line before it. */
export interface ScreenLine {
  readonly text: string
  readonly isWrapped: boolean
}

const unsized = ["sh", "-c", 'stty cols 0 rows 0; exec "$@"', "sh"]

/**
 * Runs `rollcall`, or another program, in a pseudo-terminal, and returns its exit code and what stands there at the
 * end.
 */
export const runInTerminal = (options: RunOptions) =>
  Effect.flatMap(
    Effect.promise(() => programOf(options.program ?? main)),
    (program) => runFile(program, options)
  )

interface RunOptions {
  readonly folder: string
  readonly args: ReadonlyArray<string>
  readonly columns: number
  /** Whether the terminal says that it is 0 wide and 0 high, as one does that does not know its size. */
  readonly isUnsized?: boolean
  readonly program?: string
  /** What is typed once the program has written this text. */
  readonly answer?: { readonly to: string; readonly with: string }
}

const runFile = (program: string, options: RunOptions) =>
  Effect.callback<{ readonly code: number; readonly lines: ReadonlyArray<ScreenLine> }>((resume) => {
    const size = { cols: options.columns, rows: 30 }
    const screen = new Terminal({ ...size, allowProposedApi: true, scrollback: 10_000 })
    const node = [process.execPath, program, ...options.args]
    const [command = "", ...args] = options.isUnsized === true ? [...unsized, ...node] : node
    const child = spawn(command, args, {
      ...size,
      cwd: options.folder,
      env: {
        ...Record.filter(process.env, (_, name) => !name.startsWith("ROLLCALL_") && name !== "NODE_OPTIONS"),
        ...cacheOf(program)
      }
    })
    let waiting = options.answer
    let shown = ""
    child.onData((data) => {
      screen.write(data)
      shown += data
      if (waiting === undefined || !shown.includes(waiting.to)) return
      child.write(waiting.with)
      waiting = undefined
    })
    child.onExit(({ exitCode }) =>
      screen.write("", () => resume(Effect.succeed({ code: exitCode, lines: read(screen) })))
    )
    return Effect.sync(() => {
      child.kill("SIGKILL")
    })
  })

const read = (screen: Terminal): ReadonlyArray<ScreenLine> => {
  const { active } = screen.buffer
  const lines = Array.from({ length: active.length }, (_, at) => active.getLine(at)).map((line) => ({
    text: line?.translateToString(true) ?? "",
    isWrapped: line?.isWrapped ?? false
  }))
  return lines.slice(0, lines.findLastIndex(({ text }) => text !== "") + 1)
}
