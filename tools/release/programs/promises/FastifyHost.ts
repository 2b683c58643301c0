// A host on Fastify with its own login: below /rollcall, a request acts for the user of its session.
import Fastify from "fastify"
import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"

const clinics = new Map([
  ["zoe", "North Clinic"],
  ["ada", "South Clinic"]
])
const sessions = new Map<string, string>()

const rollcall = await createRollcall({
  storage: memory(),
  channel: simulator(),
  http: {
    prefix: "/rollcall",
    authorize: (request) => {
      const [, session = ""] = /session=([^;]+)/.exec(request.headers.get("cookie") ?? "") ?? []
      const workspace = sessions.get(session)
      return workspace === undefined ? null : { workspace }
    }
  }
})

const app = Fastify()
app.get("/", async () => "The clinic")
app.post<{ Body: { name: string } }>("/login", async ({ body }, reply) => {
  const clinic = clinics.get(body.name)
  if (clinic === undefined) return await reply.status(403).send("Who are you?")
  const session = randomUUID()
  sessions.set(session, clinic)
  return await reply.header("set-cookie", `session=${session}; HttpOnly`).send("Welcome")
})
await app.register(async (scope) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, parsed) => parsed(null, body))
  scope.all<{ Body: string | undefined }>("/rollcall/*", async ({ body, headers, method, url }, reply) => {
    const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const request = new Request(new URL(url, "http://localhost"), { method, headers: sent, body: body ?? null })
    return await reply.send(await rollcall.fetch(request))
  })
})
const url = await app.listen({ port: 0, host: "127.0.0.1" })

const call = async (path: string, body?: object, cookie = "") => {
  const headers = { "content-type": "application/json", cookie }
  const sent = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) }
  const response = await fetch(url + path, sent)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const logIn = async (name: string) => (await call("/login", { name })).headers.get("set-cookie") ?? ""

const [zoe, ada] = [await logIn("zoe"), await logIn("ada")]
assert.equal((await call("/rollcall/v1/contacts")).status, 401)
assert.equal((await call("/rollcall/v1/contacts", { email: "jo@example.org" }, zoe)).status, 201)
assert.match((await call("/rollcall/v1/contacts", undefined, zoe)).text, /jo@example\.org/)
assert.doesNotMatch((await call("/rollcall/v1/contacts", undefined, ada)).text, /jo@example\.org/)
assert.equal((await call("/")).text, "The clinic")
assert.match((await call("/v1/contacts")).text, /Route GET:\/v1\/contacts not found/)

await app.close()
await rollcall.close()
