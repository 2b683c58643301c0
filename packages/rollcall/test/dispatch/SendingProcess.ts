import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { Place } from "../using/Hosts.ts"

const program = fileURLToPath(new URL("./SendingHost.ts", import.meta.url))

/** Starts a process that sends, and adds what it requests. */
export const startSending = (place: Place, requests: Array<string>): ChildProcess => {
  const { NODE_OPTIONS: _, ...env } = process.env
  const child = spawn(process.execPath, ["--conditions=rollcall-source", program, JSON.stringify(place)], {
    env,
    stdio: ["ignore", "pipe", "inherit"]
  })
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.startsWith("requested ")) requests.push(line.slice("requested ".length))
    })
  }
  return child
}
