import { type ChildProcess, spawn } from "node:child_process"
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { freePort } from "../../../deploy/test/FreePort.ts"
import { bundleProgram, programFile } from "../../release/packages/BundleProgram.ts"
import type { Prepared } from "./PreparedStore.ts"
import { type Block, saidOf } from "../checks/Blocks.ts"

/** Where the examples of the pages are run: a folder with `rollcall.db` and a program `bin/rollcall`. */
export interface Place extends Prepared {
  readonly folder: string
}

/** The files that the examples read. */
const files: Readonly<Record<string, string>> = {
  "people.csv": "Mail,Handy,Kundennummer\nada@example.com,+49 30 901821,A-7\neve@example.com,+49 30 901822,A-8\n",
  "templates.json": JSON.stringify([
    { kind: "plain", name: "order_update", locale: "en", status: "approved", header: null, body: 2, buttons: 0 }
  ])
}

/** The commands of a block, each with its continuation lines. A block of variables and functions is one. */
export const commandsOf = (block: string): ReadonlyArray<string> =>
  block
    .split(/(?<!\\)\n(?=[a-z])/)
    .map((command) => command.trim())
    .filter((command) => command !== "")

const environmentOf = ({ folder, token }: Place): NodeJS.ProcessEnv => ({
  PATH: `${join(folder, "bin")}:${join(process.execPath, "..")}:${process.env["PATH"] ?? ""}`,
  HOME: folder,
  token,
  uuid: "0197a000-0000-7000-8000-0000000000aa",
  CI_RUN_MARK: process.env["CI_RUN_MARK"],
  ROLLCALL_LOG_LEVEL: "error"
})

/** Runs a command to its end, or for some seconds if it goes on by itself, and returns what is wrong with that. */
const runCommand = async (command: string, folder: string, env: NodeJS.ProcessEnv): Promise<string | undefined> => {
  const isEndless = /--follow\b/.test(command)
  const options = ["-c", `set -eo pipefail\n${isEndless ? `timeout 4 ${command}` : command}`]
  const bash = spawn("bash", options, { cwd: folder, env, timeout: 60_000, stdio: ["ignore", "pipe", "pipe"] })
  const [stdout, stderr] = await Promise.all([text(bash.stdout), text(bash.stderr), once(bash, "close")])
  const status = bash.exitCode
  return status === 0 || (isEndless && status === 124)
    ? undefined
    : `${command}\nended with ${status}\n${stdout}${stderr}`
}

/** What is asked of a server, or needs the channel of one. */
const needsServer = /\bcurl\b|\bbroadcasts test\b/

/** Starts a server on the database of a folder, and waits until it answers. */
const serve = async (
  folder: string,
  env: NodeJS.ProcessEnv
): Promise<{ readonly server: ChildProcess; readonly url: string }> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn("rollcall", ["serve"], { cwd: folder, env: { ...env, ROLLCALL_PORT: port }, stdio: "ignore" })
  for (let waited = 0; waited < 300; waited++) {
    const isUp = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false
    )
    if (isUp) return { server, url }
    await new Promise((resume) => setTimeout(resume, 100))
  }
  server.kill()
  throw new Error("the server of the examples does not start")
}

/**
 * Runs the commands of a block, each alone, in a folder of its own with a copy of the prepared database, as it is a list of
 * examples. A command that asks a server for something gets one. Returns what of it fails.
 */
export const runBlock = async (block: Block, place: Place): Promise<ReadonlyArray<string>> => {
  const problems: Array<string> = []
  const before = saidOf(block, "walked") ?? ""
  for (const [index, command] of commandsOf(block.text).entries()) {
    const folder = join(place.folder, `${block.page.replaceAll("/", "-")}-${block.line}-${index}`)
    mkdirSync(folder)
    for (const [name, content] of Object.entries({ ...files, cursor: place.cursor }))
      writeFileSync(join(folder, name), content)
    copyFileSync(join(place.folder, "rollcall.db"), join(folder, "rollcall.db"))
    const own = environmentOf(place)
    const onDatabase = { ...own, ROLLCALL_DATABASE_URL: `sqlite:${join(folder, "rollcall.db")}` }
    const server = needsServer.test(command) ? await serve(folder, onDatabase) : undefined
    try {
      const whole = before === "" ? command : `${before}\n${command}`
      const problem = await runCommand(
        whole.replaceAll(/\bcurl\b/g, "curl --fail-with-body --silent --show-error"),
        folder,
        server === undefined
          ? onDatabase
          : { ...own, url: server.url, ROLLCALL_URL: server.url, ROLLCALL_TOKEN: place.token }
      )
      if (problem !== undefined) problems.push(`${block.page}:${block.line}: ${problem}`)
    } finally {
      if (server !== undefined) {
        server.server.kill()
        await once(server.server, "close")
      }
    }
  }
  return problems
}

/** Writes the one file of the program into `bin`, where a shell finds it as `rollcall`: it starts faster than the sources. */
export const writeProgram = async (folder: string): Promise<void> => {
  const bin = join(folder, "bin")
  mkdirSync(bin)
  await bundleProgram([bin])
  writeFileSync(join(bin, "rollcall"), `#!/bin/sh\nexec node ${join(bin, programFile)} "$@"\n`, { mode: 0o755 })
}
