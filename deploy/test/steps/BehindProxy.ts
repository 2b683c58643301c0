import { execFileSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { prefix, token } from "../Deployment.ts"
import { type Proxy, startProxy } from "../Proxy.ts"
import { freePort } from "../FreePort.ts"
import { require, type Step } from "../Step.ts"

/** The requests through the proxy, with the expected status. */
const requests: ReadonlyArray<readonly [method: string, path: string, status: number, body?: unknown]> = [
  ["GET", "/health", 200],
  ["GET", "/docs", 200],
  ["GET", "/console", 200],
  ["GET", "/console/contacts", 200],
  ["GET", "/openapi.json", 200],
  ["POST", "/v1/contacts", 201, { first_name: "Ada", phone_number: "+49 30 901820" }],
  ["POST", "/v1/contacts/search", 200, { search_term: "ada" }],
  ["GET", "/broadcasts", 200],
  ["GET", "/ready", 404],
  ["GET", "/metrics", 404],
  ["GET", "/nothing", 404]
]

const askAll = async (proxy: Proxy): Promise<number> => {
  for (const [method, path, status, body] of requests) {
    const answer = await proxy.ask(method, `${prefix}${path}`, body)
    require(answer.status === status, `${method} ${prefix}${path}`, answer)
  }
  for (const path of [prefix, `${prefix}/`]) {
    const { headers, status } = await proxy.ask("GET", path)
    const leads = status === 308 ? `${proxy.url}${prefix}/` : `${prefix}/console`
    require(status >= 300 && headers["location"] === leads, `GET ${path}`, { status, location: headers["location"] })
  }
  const { body } = await proxy.ask("GET", `${prefix}/openapi.json`)
  const servers = typeof body === "object" && body !== null && "servers" in body ? body.servers : null
  require(isDeepStrictEqual(servers, [{ url: prefix }]), "the servers of the document", servers)
  const outside = await proxy.ask("GET", "/v1/contacts")
  require(outside.status === 404, "a path beside the prefix is not passed on", outside)
  return requests.length + 4
}

/** Checks the server behind nginx with TLS, with a proxy that keeps the prefix and a proxy that removes it. */
export const behindProxy: Step = {
  name: `behind nginx, below ${prefix}`,
  run: async ({ deployment, environment, folder, proxy }) => {
    const asked = await askAll(proxy)
    const other = join(folder, "strips")
    mkdirSync(other)
    const stripping = await startProxy(other, {
      port: await freePort(),
      upstream: environment["ROLLCALL_PORT"] ?? "",
      strips: true
    })
    try {
      await askAll(stripping)
    } finally {
      await stripping.stop()
    }
    // Runs the command line outside the container, as an operator does.
    const env = {
      PATH: process.env["PATH"],
      NODE_EXTRA_CA_CERTS: proxy.certificate,
      ROLLCALL_URL: `${proxy.url}${prefix}`,
      ROLLCALL_TOKEN: token
    }
    const uuid = execFileSync(process.execPath, [deployment.program, "lists", "create", "VIP"], {
      env,
      encoding: "utf8"
    })
    require(/^[0-9a-f-]{36}\n$/.test(uuid), "lists create", uuid)
    return [
      `${asked} requests through each of two proxies, one that passes the path on and one that takes it away`,
      `rollcall lists create VIP at ${proxy.url}${prefix}: ${uuid.trim()}`
    ]
  }
}
