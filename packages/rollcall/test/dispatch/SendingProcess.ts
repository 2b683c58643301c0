import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { cacheOf, programOf } from "../../../cli/test/serve/Programs.ts"
import type { Place } from "../using/Hosts.ts"

const program = fileURLToPath(new URL("./SendingHost.ts", import.meta.url))

/** Starts a process that sends, and adds what it requests. */
export const startSending = async (place: Place, requests: Array<string>): Promise<ChildProcess> => {
  const { NODE_OPTIONS: _, ...env } = process.env
  const file = await programOf(program)
  const child = spawn(process.execPath, [file, JSON.stringify(place)], {
    env: { ...env, ...cacheOf(file) },
    stdio: ["ignore", "pipe", "inherit"]
  })
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.startsWith("requested ")) requests.push(line.slice("requested ".length))
    })
  }
  return child
}
