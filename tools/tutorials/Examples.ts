import { copyFileSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "../../deploy/test/FreePort.ts"
import { type Block, saidOf } from "../docs/checks/Blocks.ts"
import { bundleProgram, programFile } from "../release/packages/BundleProgram.ts"
import type { Prepared } from "./PreparedStore.ts"
import { openTerminal } from "./Terminal.ts"

/** The place where the pages' examples run: a folder with `rollcall.db` and a program `bin/rollcall`. */
interface Place extends Prepared {
  readonly folder: string
}

/** The files that the examples read. */
const files: Readonly<Record<string, string>> = {
  "people.csv": "Mail,Handy,Kundennummer\nada@example.com,+49 30 901821,A-7\neve@example.com,+49 30 901822,A-8\n",
  "templates.json": JSON.stringify([
    { kind: "plain", name: "order_update", locale: "en", status: "approved", header: null, body: 2, buttons: 0 }
  ])
}

/** Returns a block's commands, each with its continuation lines. A block of variables and functions is one command. */
export const commandsOf = (block: string): ReadonlyArray<string> =>
  block
    .split(/(?<!\\)\n(?=[a-z])/)
    .map((command) => command.trim())
    .filter((command) => command !== "")

/** Matches commands that need a server, or a server's channel. */
const needsServer = /\bcurl\b|\bbroadcasts test\b/

/**
 * Returns a command as the terminal runs it: a following command stops after some seconds, and an error response is a
 * failure.
 */
const runnable = (command: string): string => {
  const told = command.replaceAll(/\bcurl\b/g, "curl --fail-with-body --silent --show-error")
  return /--follow\b/.test(told) ? `timeout 4 ${told} || [ $? -eq 124 ]` : told
}

/** Runs a command in a separate terminal after its preparation, and returns its error, if any. */
const runExample = async (before: string, command: string, place: Place, folder: string) => {
  mkdirSync(folder)
  for (const [name, content] of Object.entries({ ...files, cursor: place.cursor }))
    writeFileSync(join(folder, name), content)
  copyFileSync(join(place.folder, "rollcall.db"), join(folder, "rollcall.db"))
  const port = await freePort()
  const [database, url] = [`sqlite:${join(folder, "rollcall.db")}`, `http://127.0.0.1:${port}`]
  const isServed = needsServer.test(command)
  const terminal = openTerminal(folder, folder, {
    PATH: `${join(place.folder, "bin")}:${join(process.execPath, "..")}:${process.env["PATH"] ?? ""}`,
    HOME: folder,
    token: place.token,
    uuid: "0197a000-0000-7000-8000-0000000000aa",
    CI_RUN_MARK: process.env["CI_RUN_MARK"],
    ROLLCALL_LOG_LEVEL: "error",
    ...(isServed ? { url, ROLLCALL_URL: url, ROLLCALL_TOKEN: place.token } : { ROLLCALL_DATABASE_URL: database })
  })
  try {
    if (isServed) {
      await terminal.run(`ROLLCALL_DATABASE_URL=${database} ROLLCALL_PORT=${port} rollcall serve >/dev/null 2>&1`, true)
      await terminal.run(`until curl -sf ${url}/health >/dev/null; do sleep 0.1; done`, false)
    }
    const { failed, printed } = await terminal.run(`set -o pipefail\n${before}\n${runnable(command)}\n`, false)
    return failed === 0 ? undefined : `${command}\n${printed()}`
  } catch (error) {
    return `${command}\n${String(error)}`
  } finally {
    await terminal.close()
  }
}

/** Runs a block's commands, which are a list of examples, each on a copy of the prepared database. */
export const runBlock = async (block: Block, place: Place): Promise<ReadonlyArray<string>> => {
  const problems: Array<string> = []
  for (const [index, command] of commandsOf(block.text).entries()) {
    const folder = join(place.folder, `${block.page.replaceAll("/", "-")}-${block.line}-${index}`)
    const problem = await runExample(saidOf(block, "walked") ?? "", command, place, folder)
    if (problem !== undefined) problems.push(`${block.page}:${block.line}: ${problem}`)
  }
  return problems
}

/**
 * Writes the single-file program into `bin`, where a shell finds it as `rollcall`. It starts faster than the sources.
 */
export const writeProgram = async (folder: string): Promise<void> => {
  const bin = join(folder, "bin")
  mkdirSync(bin)
  await bundleProgram([bin])
  writeFileSync(join(bin, "rollcall"), `#!/bin/sh\nexec node ${join(bin, programFile)} "$@"\n`, { mode: 0o755 })
}
