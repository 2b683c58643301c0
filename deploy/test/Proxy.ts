import { execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { Agent, request } from "node:https"
import { join } from "node:path"
import { json } from "node:stream/consumers"
import { read } from "../../tools/Repository.ts"
import { token } from "./Deployment.ts"

/** A response received through the proxy. */
interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: unknown
}

type Headers = Readonly<Record<string, string>>

/** A proxy in front of the server. */
export interface Proxy {
  /** The proxy's address, without a path. */
  readonly url: string
  /** The file with the certificate of the proxy's authority. */
  readonly certificate: string
  /** Sends a request through the proxy. Fails without a response. */
  readonly ask: (method: string, path: string, body?: unknown, headers?: Headers) => Promise<Answer>
  readonly stop: () => Promise<void>
}

/** Whether nginx is missing. Always false in CI, where nginx is required. */
export const lacksNginx = process.env["CI"] !== "true" && spawnSync("nginx", ["-v"]).error !== undefined

/**
 * Runs nginx with `deploy/nginx.conf`, adapted to this machine's ports, certificates and host name. With `strips`, the
 * proxy removes the prefix from a request's path instead of passing it on.
 */
export const startProxy = async (
  folder: string,
  { port, strips = false, upstream }: { readonly port: string; readonly upstream: string; readonly strips?: boolean }
): Promise<Proxy> => {
  mkdirSync(join(folder, "logs"), { recursive: true })
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")]
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", ...subject, "-keyout", key, "-out", certificate],
    { stdio: "pipe" }
  )
  const site = replaced(read("deploy/nginx.conf"), [
    ["127.0.0.1:8080", `127.0.0.1:${upstream}`],
    ["listen 443 ssl http2", `listen 127.0.0.1:${port} ssl http2`],
    ["example.org;", "localhost;"],
    ["/etc/ssl/example.org/fullchain.pem", certificate],
    ["/etc/ssl/example.org/privkey.pem", key],
    ...(strips ? [["proxy_pass http://rollcall;", "proxy_pass http://rollcall/;"] as const] : [])
  ])
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`
  )
  const file = join(folder, "nginx.conf")
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/logs/error.log;
events {}
http { access_log off; ${paths.join(" ")}
${site}}
`
  )
  const child = spawn("nginx", ["-c", file, "-p", folder], { stdio: "inherit" })
  await listens(port)
  const agent = new Agent({ ca: readFileSync(certificate), keepAlive: true })
  return {
    url: `https://localhost:${port}`,
    certificate,
    ask: (method, path, body, headers = {}) => ask(agent, { method, path, port, body, headers }),
    stop: async () => {
      agent.destroy()
      const ended = once(child, "exit")
      child.kill("SIGTERM")
      await ended
    }
  }
}

const replaced = (text: string, pairs: ReadonlyArray<readonly [string, string]>): string =>
  pairs.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf does not have ${from}`)
    return text.replace(from, to)
  }, text)

const listens = async (port: string): Promise<void> => {
  for (let tries = 0; tries < 200; tries++) {
    const socket = connect(Number(port), "127.0.0.1")
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`nginx does not listen on ${port}`)
}

const ask = (
  agent: Agent,
  {
    body,
    headers: others,
    ...options
  }: {
    readonly method: string
    readonly path: string
    readonly port: string
    readonly body: unknown
    readonly headers: Headers
  }
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...others,
      host: `localhost:${options.port}`,
      authorization: `Bearer ${token}`,
      "content-type": "application/json"
    }
    const sent = request({ ...options, agent, headers, host: "127.0.0.1", servername: "localhost" }, (response) => {
      const { headers, statusCode: status = 0 } = response
      const isJson = headers["content-type"]?.startsWith("application/json") === true
      const read = isJson ? json(response) : Promise.resolve(response.resume()).then(() => null)
      read.then((body) => resolve({ status, headers, body }), reject)
    })
    sent.once("error", reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
