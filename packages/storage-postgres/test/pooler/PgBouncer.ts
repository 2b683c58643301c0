import { Effect, Redacted, type Scope } from "effect"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

const path = `${process.env["PATH"]}:/usr/sbin`

/**
 * Whether tests are skipped because the program `pgbouncer` is missing. On a machine of continuous integration they fail
 * instead.
 */
export const lacksPooler =
  process.env["CI"] !== "true" && spawnSync("pgbouncer", ["--version"], { env: { PATH: path } }).status !== 0

/** The user without rights on every Linux: PgBouncer does not run as root. */
const unprivileged = { uid: 65_534, gid: 65_534 }

/**
 * Starts PgBouncer before the server of a URL, in transaction mode with at most ten sessions a database, until the scope
 * ends. Returns the URL with its address. It ends too if this process is killed.
 */
export const pgBouncer = (
  url: Redacted.Redacted,
  settings: { readonly [name: string]: string } = {}
): Effect.Effect<Redacted.Redacted, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => start(new URL(Redacted.value(url)), settings)),
      ({ child, folder }) =>
        Effect.promise(async () => {
          const end = once(child, "exit")
          child.stdin?.end()
          await end
          rmSync(folder, { recursive: true, force: true })
        })
    ),
    ({ port }) => {
      const pooled = new URL(Redacted.value(url))
      pooled.host = `127.0.0.1:${port}`
      return Redacted.make(pooled.href)
    }
  )

interface Running {
  readonly child: ChildProcess
  readonly folder: string
  readonly port: number
}

const start = async (server: URL, settings: { readonly [name: string]: string }): Promise<Running> => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-pgbouncer-"))
  const file = join(folder, "pgbouncer.ini")
  const port = await freePort()
  writeFileSync(file, configuration(server, { listen_port: String(port), ...settings }))
  const user = process.getuid?.() === 0 ? unprivileged : undefined
  if (user !== undefined) for (const owned of [folder, file]) chownSync(owned, user.uid, user.gid)
  // The shell waits for the end of its input, which comes when this process ends, however it does.
  const child = spawn("sh", ["-c", 'pgbouncer "$0" 2>&1 <&- & cat >/dev/null; kill -9 $!; wait', file], {
    ...user,
    cwd: folder,
    env: { PATH: path },
    stdio: ["pipe", "pipe", "inherit"]
  })
  let log = ""
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", () => reject(new Error(`PgBouncer did not start:\n${log}`)))
    child.stdout.on("data", (chunk: Buffer) => {
      if (log.length < 100_000) log += chunk.toString("utf8")
      if (/process up/.test(log)) resolve()
      if (/FATAL/.test(log)) reject(new Error(`PgBouncer did not start:\n${log}`))
    })
  })
  return { child, folder, port }
}

/** Its sessions are those of the user of the URL, whatever the user of a client. */
const configuration = (server: URL, settings: { readonly [name: string]: string }): string => {
  const { hostname, password, port, username } = server
  const to = { host: hostname, port: port || "5432", user: username, ...(password !== "" && { password }) }
  const all = {
    listen_addr: "127.0.0.1",
    unix_socket_dir: "",
    auth_type: "any",
    pool_mode: "transaction",
    default_pool_size: "10",
    max_client_conn: "1000",
    ...settings
  }
  return [
    "[databases]",
    `* = ${Object.entries(to)
      .map(([name, value]) => `${name}=${decodeURIComponent(value)}`)
      .join(" ")}`,
    "[pgbouncer]",
    ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
    ""
  ].join("\n")
}

const freePort = async (): Promise<number> => {
  const listener = createServer().listen(0, "127.0.0.1")
  await once(listener, "listening")
  const address = listener.address()
  listener.close()
  await once(listener, "close")
  return typeof address === "object" && address !== null ? address.port : 0
}
