import type { FastifyInstance } from "fastify"
import { afterEach, describe, expect, it } from "vitest"
import { makeHost } from "../src/Host.ts"
import { makeServer } from "../src/Server.ts"

const open: Array<FastifyInstance> = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()))
})

/** Serves an app on a port, and returns what sends requests there. */
const listen = async (app: FastifyInstance) => {
  open.push(app)
  const url = await app.listen({ port: 0, host: "127.0.0.1" })
  return async (method: string, path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}${path}`, { method, ...init })
    const { date: _, ...headers } = Object.fromEntries(answer.headers)
    return { status: answer.status, headers, text: await answer.text() }
  }
}

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  body: JSON.stringify(body),
  headers: { "content-type": "application/json", ...headers }
})

describe("a Fastify server with Rollcall", () => {
  it("lets its users in by their session, into the workspace of their clinic", async () => {
    const send = await listen(await makeServer())
    const contact = { email: "zoe@example.org" }
    expect((await send("POST", "/rollcall/v1/contacts", json(contact))).status).toBe(401)
    const login = await send("POST", "/login", json({ name: "zoe" }))
    const cookie = String(login.headers["set-cookie"]).split(";", 1).join()
    expect((await send("POST", "/rollcall/v1/contacts", json(contact, { cookie }))).status).toBe(201)
    const page = await send("GET", "/rollcall/v1/contacts?limit=1", { headers: { cookie } })
    expect(JSON.parse(page.text)).toMatchObject({ contacts: [contact], pagination: { total: 1 } })
    expect((await send("GET", "/rollcall/v1/contacts", { headers: { cookie: "session=1" } })).status).toBe(401)
  })

  it("keeps its routes, its errors and its headers", async () => {
    const [alone, together] = [await listen(makeHost()), await listen(await makeServer())]
    const requests: ReadonlyArray<readonly [method: string, path: string, init?: RequestInit]> = [
      ["GET", "/"],
      ["HEAD", "/"],
      ["PUT", "/"],
      ["GET", "/failure"],
      ["GET", "/none"],
      ["GET", "/v1/contacts"],
      ["GET", "/rollcallx"],
      ["POST", "/login", json({ name: "mallory" })],
      ["POST", "/login", { body: "{", headers: { "content-type": "application/json" } }],
      ["POST", "/login", { body: "a", headers: { "content-type": "text/x" } }],
      ["POST", "/login", json({ name: "a".repeat(2_000_000) })]
    ]
    for (const [method, path, init] of requests) {
      expect(await together(method, path, init)).toEqual(await alone(method, path, init))
    }
  })

  it("leaves 404, 405, bodies and their limits below the prefix to Rollcall", async () => {
    const send = await listen(await makeServer())
    expect(await send("GET", "/rollcall/broadcasts/x/y")).toMatchObject({
      status: 404,
      text: '{"message":"Resource was not found","details":"There is nothing at this path."}'
    })
    expect(await send("DELETE", "/rollcall/broadcasts")).toMatchObject({ status: 405, headers: { allow: "POST" } })
    const login = await send("POST", "/login", json({ name: "zoe" }))
    const headers = { cookie: String(login.headers["set-cookie"]).split(";", 1).join() }
    const long = { first_name: "a".repeat(900), last_name: "b".repeat(900), email: "zoe@example.org" }
    const contacts = Array.from({ length: 800 }, () => long)
    const large = { body: JSON.stringify({ contacts }), headers }
    expect((await send("POST", "/rollcall/v1/contacts", large)).status).toBe(413)
    // Fastify itself takes bodies of 1 MiB at most.
    expect((await send("POST", "/rollcall/v1/contacts/bulk", large)).status).toBe(202)
  })
})
