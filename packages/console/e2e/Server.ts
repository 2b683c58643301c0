import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { join } from "node:path"

/** The access token of the test servers. */
export const token = "a-token-of-the-journeys-0123456789abcdef"

export interface Server {
  readonly url: string
  /** The process id, for measurements. */
  readonly pid: number
  /** Stops the server, and waits until it has stopped. */
  readonly stop: () => Promise<void>
}

const main = join(import.meta.dirname, "../../cli/src/main.js")

/** Starts a server on the database in a folder, as `npm start` does. */
export const startServer = async (
  folder: string,
  variables: Readonly<Record<string, string>> = {}
): Promise<Server> => {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith("ROLLCALL_"))
  const child = spawn(process.execPath, ["--max-semi-space-size=32", "--conditions=rollcall-source", main, "serve"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      ...Object.fromEntries(others),
      ROLLCALL_PORT: "0",
      ROLLCALL_BOOTSTRAP_TOKEN: token,
      ROLLCALL_LOG_FORMAT: "json",
      ROLLCALL_SEND_RATE: "2000",
      ...variables
    }
  })
  const kill = () => child.kill("SIGKILL")
  process.once("exit", kill)
  const ended = once(child, "exit")
  const stop = async () => {
    child.kill("SIGTERM")
    await ended
    process.off("exit", kill)
  }
  const logged: Array<string> = []
  const url = new Promise<string>((listens, fails) => {
    createInterface(child.stderr).on("line", (line) => {
      if (logged.length < 100) logged.push(line)
      const [, said] = /Rollcall is listening on (http:\/\/[^"\s]+)/.exec(line) ?? []
      if (said !== undefined) listens(said)
    })
    void ended.then(() => fails(new Error(`the server has ended:\n${logged.join("\n")}`)))
  })
  return { url: await url, pid: child.pid ?? 0, stop }
}
