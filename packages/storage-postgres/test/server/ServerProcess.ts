import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { binariesIn, findBinaries } from "./Binaries.ts"

/*
 * Runs one PostgreSQL server for the process that started this one, and prints its URL. The line `restart` on the input
 * kills the server and starts it again. When the input ends, also because the owner has died, the server stops and its
 * data is removed.
 */

const password = "roll-call"

const [programs = "", parent = tmpdir(), ...settings] = process.argv.slice(2)

const scratch = mkdtempSync(join(tmpdir(), "rollcall-postgres-"))
const holder = mkdtempSync(join(parent, "rollcall-postgres-"))
const data = join(holder, "data")
let server: ChildProcess | undefined

const end = async () => {
  if (server?.exitCode === null) {
    server.kill("SIGQUIT")
    await once(server, "exit")
  }
  for (const folder of [scratch, holder]) rmSync(folder, { recursive: true, force: true })
}

const freePort = async (): Promise<number> => {
  const listener = createServer().listen(0, "127.0.0.1")
  await once(listener, "listening")
  const address = listener.address()
  listener.close()
  await once(listener, "close")
  return typeof address === "object" && address !== null ? address.port : 0
}

/** Initialises the data with an unusual collation, so that code that relies on defaults fails. */
const initialise = ({ initdb, user }: ReturnType<typeof findBinaries>) => {
  const passwordFile = join(scratch, "password")
  writeFileSync(passwordFile, password)
  for (const folder of [scratch, holder]) chmodSync(folder, 0o755)
  mkdirSync(data, { mode: 0o700 })
  if (user !== undefined) chownSync(data, user.uid, user.gid)
  const locale = ["--locale-provider=icu", "--icu-locale=de-DE", "--locale=C", "--encoding=UTF8"]
  const access = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`]
  // Thousands of connections are opened. An older Postgres has no such setting.
  const cheap = programs === "" ? ["-c", "scram_iterations=1"] : []
  execFileSync(initdb, ["-D", data, "--no-sync", ...locale, ...access, ...cheap], {
    ...user,
    stdio: ["ignore", "ignore", "inherit"]
  })
}

const start = async ({ postgres, user }: ReturnType<typeof findBinaries>, port: number) => {
  const all = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "TimeZone=Europe/Berlin", ...settings]
  const flags = all.flatMap((setting) => ["-c", setting])
  const child = spawn(postgres, ["-D", data, "-p", String(port), ...flags], {
    ...user,
    stdio: ["ignore", "ignore", "pipe"]
  })
  server = child
  let log = ""
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
    child.stderr.on("data", (chunk: Buffer) => {
      if (log.length < 100_000) log += chunk.toString("utf8")
      if (log.includes("database system is ready to accept connections")) resolve()
    })
  })
}

const serve = async () => {
  const binaries = programs === "" ? findBinaries(scratch) : binariesIn(programs)
  initialise(binaries)
  const port = await freePort()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const lines = createInterface({ input: process.stdin })
  await start(binaries, port)
  console.log(url)
  for await (const line of lines) {
    if (line !== "restart" || server === undefined) continue
    server.kill("SIGQUIT")
    await once(server, "exit")
    await start(binaries, port)
    console.log(url)
  }
}

process.umask(0o022)
process.on("SIGINT", () => {})
try {
  await serve()
} finally {
  await end()
}
