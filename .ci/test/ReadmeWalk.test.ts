import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, expect, it } from "vitest"
import { read, repository } from "../Repository.ts"

// A clone by its links, so that the files of the walk are written elsewhere.
const clone = mkdtempSync(join(tmpdir(), "rollcall-walk-"))
for (const name of readdirSync(repository)) symlinkSync(join(repository, name), join(clone, name))
afterAll(() => rmSync(clone, { recursive: true }))

const walk = /## A walk through the API[^]*?```sh\n([^]*?)```/.exec(read("README.md"))?.[1] ?? ""
/** Prints each line that fails. */
const trap = `set -E; trap 'echo "failed: $BASH_COMMAND" >&2' ERR`

const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" && address !== null ? `${address.port}` : ""
}

it("the walk of the README runs as one block, and every line does what the README says", async () => {
  const port = await freePort()
  const bash = spawn("bash", ["-c", `${trap}\n${walk.replaceAll("8080", port)}`], {
    cwd: clone,
    env: { ...process.env, ROLLCALL_PORT: port },
    timeout: 80_000,
    stdio: ["ignore", "pipe", "pipe"]
  })
  const [stdout, stderr] = await Promise.all([text(bash.stdout), text(bash.stderr), once(bash, "close")])
  const lines = stderr.split("\n")
  expect(lines.filter((line) => /^\d{3}$/.test(line))).toEqual(["201", "200", "422", "202", "200", "200"])
  expect(bash.exitCode).toBe(0)
  // A row of the file cannot become a contact.
  expect(lines.filter((line) => line.startsWith("failed: "))).toEqual([expect.stringContaining("contacts import")])
  expect(stdout).toContain('"field":"first_name","msg":"must be a string"')
  expect(stdout).toContain('"recipients":2,"sent":2,"delivered":1,"read":1,"rejected":1,"failed":1')
  expect(stdout).toMatch(/"identifier":"\+4930900002",.*"status":"rejected"/)
  expect(lines).toContain("2 contacts exported to contacts.csv.")
  expect(readFileSync(join(clone, "failed.csv"), "utf8")).toMatch(/^,Eve,2,/m)
}, 90_000)
