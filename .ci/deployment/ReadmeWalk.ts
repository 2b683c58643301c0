import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { isDeepStrictEqual } from "node:util"
import { read } from "../Repository.ts"

const walk = /## A walk through the API[^]*?```sh\n([^]*?)```/.exec(read("README.md"))?.[1] ?? ""

/** Prints each line that fails. */
const trap = `set -E; trap 'echo "failed: $BASH_COMMAND" >&2' ERR`

/** A port on which nothing listens. */
export const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" && address !== null ? `${address.port}` : ""
}

/** The program that the walk is run with, in the place of the sources. */
export interface WalkedProgram {
  /** What starts the server, in the place of `npm start`. */
  readonly start: string
  /** The command line, in the place of `npm run -s rollcall --`. */
  readonly rollcall: string
}

/**
 * Runs the walk of the README in a folder, as one block on a free port, and returns what of it is not as the README says.
 */
export const walkReadme = async (folder: string, program?: WalkedProgram): Promise<ReadonlyArray<string>> => {
  const port = await freePort()
  const ofProgram =
    program === undefined
      ? walk
      : walk.replaceAll("npm run -s rollcall --", program.rollcall).replaceAll("npm start", program.start)
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ROLLCALL_")))
  const bash = spawn("bash", ["-c", `${trap}\n${ofProgram.replaceAll("8181", port)}`], {
    cwd: folder,
    env,
    timeout: 170_000,
    stdio: ["ignore", "pipe", "pipe"]
  })
  const [stdout, stderr] = await Promise.all([text(bash.stdout), text(bash.stderr), once(bash, "close")])
  const lines = stderr.split("\n")
  const failed = lines.filter((line) => line.startsWith("failed: "))
  const isSaid = (part: string | RegExp) => (typeof part === "string" ? stdout.includes(part) : part.test(stdout))
  const seen: Readonly<Record<string, boolean>> = {
    "the server of the walk has its port": walk.includes("8181") && ofProgram.includes("8181"),
    "the program of the walk is the given one": program === undefined || !/npm (?:start|run)/.test(ofProgram),
    "the statuses are 201, 200, 422, 202, 200, 200": isDeepStrictEqual(
      lines.filter((line) => /^\d{3}$/.test(line)),
      ["201", "200", "422", "202", "200", "200"]
    ),
    "it ends with 0": bash.exitCode === 0,
    // A row of the file cannot become a contact.
    "the import alone fails": failed.length === 1 && failed.join().includes("contacts import"),
    "the first name is refused with its reason": isSaid('"field":"first_name","msg":"must be a string"'),
    // A broadcast is over when all is sent: what is delivered and read by then depends on the receipts that have come.
    "the broadcast is counted": isSaid(/"recipients":2,"sent":2,"delivered":[01],"read":[01],"rejected":1,"failed":1/),
    "the recipient with a plus is rejected": isSaid(/"identifier":"\+4930900002",.*"status":"rejected"/),
    "two contacts are exported": lines.includes("2 contacts exported to contacts.csv."),
    "the row without an identifier is written with its reason": /^,Eve,2,/m.test(
      existsSync(join(folder, "failed.csv")) ? readFileSync(join(folder, "failed.csv"), "utf8") : ""
    )
  }
  const missing = Object.entries(seen).flatMap(([what, isSo]) => (isSo ? [] : [`not so: ${what}`]))
  return missing.length === 0 ? [] : [...missing, stdout, stderr]
}
