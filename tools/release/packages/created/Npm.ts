import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout } from "node:timers/promises"

/** An npm, and the environment variables for npm and its scripts. */
export interface Npm {
  readonly name: string
  readonly command: ReadonlyArray<string>
  readonly env: NodeJS.ProcessEnv
}

const longest = 300_000

const start = ({ command: [program = "npm", ...first], env }: Npm, folder: string, words: ReadonlyArray<string>) => {
  // A separate process group, because npm starts a shell that starts the script.
  const child = spawn(program, [...first, ...words], {
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"]
  })
  let printed = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text
    })
  }
  return { child, printed: () => printed }
}

const signal = ({ pid }: ChildProcess, name: NodeJS.Signals): void => {
  if (pid !== undefined) process.kill(-pid, name)
}

/** Runs npm to its end, and returns its output. Fails on an error, or after five minutes. */
export const runNpm = async (npm: Npm, folder: string, ...words: ReadonlyArray<string>): Promise<string> => {
  const { child, printed } = start(npm, folder, words)
  const late = new AbortController()
  const timer = setTimeout(longest, undefined, { signal: late.signal }).then(
    () => signal(child, "SIGKILL"),
    () => undefined
  )
  await once(child, "close")
  late.abort()
  await timer
  if (child.exitCode !== 0) {
    throw new Error(
      `${npm.name}: npm ${words.join(" ")} ended with ${child.exitCode ?? child.signalCode}\n${printed()}`
    )
  }
  return printed()
}

/** Starts a server with `npm start`, uses it at its printed address, and stops it like a terminal. */
export const whileServing = async (npm: Npm, folder: string, use: (url: string) => Promise<void>): Promise<void> => {
  const { child, printed } = start(npm, folder, ["start"])
  const closed = once(child, "close")
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) signal(child, "SIGINT")
    if (await Promise.race([closed.then(() => true), setTimeout(10_000, false)])) return
    signal(child, "SIGKILL")
    throw new Error("the server does not end")
  }
  try {
    for (let waited = 0; !/Listening on \S+/.test(printed()); waited += 50) {
      if (child.exitCode !== null || waited > 30_000) throw new Error("the server does not listen")
      await setTimeout(50)
    }
    await use(/Listening on (\S+)/.exec(printed())?.[1] ?? "")
    await end()
  } catch (error) {
    if (child.exitCode === null && child.signalCode === null) signal(child, "SIGKILL")
    throw new Error(`${String(error)}\n${printed()}`, { cause: error })
  }
}
