import { startProgram } from "@rollcall/testing/processes"
import type { ChildProcess } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { Place } from "../using/Hosts.ts"

const program = fileURLToPath(new URL("./SendingHost.ts", import.meta.url))

/** Starts a process that sends, and adds what it requests. */
export const startSending = async (place: Place, requests: Array<string>): Promise<ChildProcess> => {
  const child = await startProgram(program, [JSON.stringify(place)])
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.startsWith("requested ")) requests.push(line.slice("requested ".length))
    })
  }
  return child
}
