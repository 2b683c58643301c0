import { createAdaptorServer } from "@hono/node-server"
import type { FastifyInstance } from "fastify"
import type { Hono } from "hono"
import { once } from "node:events"
import { afterEach, describe, expect, it } from "vitest"
import * as fastifyHost from "../src/fastify/Host.ts"
import * as fastify from "../src/fastify/Server.ts"
import * as honoHost from "../src/hono/Host.ts"
import * as hono from "../src/hono/Server.ts"

/** A server listening on a port. */
interface Served {
  readonly url: string
  readonly close: () => Promise<void>
}

const serveFastify = async (app: FastifyInstance): Promise<Served> => ({
  url: await app.listen({ port: 0, host: "127.0.0.1" }),
  close: () => app.close()
})

const serveHono = async (app: Hono, close = async () => {}): Promise<Served> => {
  const server = createAdaptorServer({ fetch: app.fetch }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : undefined}`,
    close: async () => {
      server.close()
      await close()
    }
  }
}

const serveHonoWithRollcall = async () => {
  const { app, close } = await hono.makeServer()
  return await serveHono(app, close)
}

const open: Array<Served> = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()))
})

/** Serves an app, and returns a function that sends requests to it. */
const listen = async (serve: () => Promise<Served>) => {
  const served = await serve()
  open.push(served)
  return async (method: string, path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${served.url}${path}`, { method, ...init })
    const { date: _, ...headers } = Object.fromEntries(answer.headers)
    return { status: answer.status, headers, text: await answer.text() }
  }
}

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  body: JSON.stringify(body),
  headers: { "content-type": "application/json", ...headers }
})

/** Logs in, and returns the session's headers. */
const logIn = async (send: Awaited<ReturnType<typeof listen>>) => {
  const login = await send("POST", "/login", json({ name: "zoe" }))
  return { cookie: String(login.headers["set-cookie"]).split(";", 1).join() }
}

describe.each([
  {
    name: "Fastify",
    alone: () => serveFastify(fastifyHost.makeHost()),
    together: async () => await serveFastify(await fastify.makeServer())
  },
  {
    name: "Hono",
    alone: () => serveHono(honoHost.makeHost()),
    together: serveHonoWithRollcall
  }
])("a $name server with Rollcall", ({ alone, together }) => {
  it("accepts its users by their session, in their clinic's workspace", async () => {
    const send = await listen(together)
    const contact = { email: "zoe@example.org" }
    expect((await send("POST", "/rollcall/v1/contacts", json(contact))).status).toBe(401)
    const headers = await logIn(send)
    expect((await send("POST", "/rollcall/v1/contacts", json(contact, headers))).status).toBe(201)
    const page = await send("GET", "/rollcall/v1/contacts?limit=1", { headers })
    expect(JSON.parse(page.text)).toMatchObject({ contacts: [contact], pagination: { total: 1 } })
    expect((await send("GET", "/rollcall/v1/contacts", { headers: { cookie: "session=1" } })).status).toBe(401)
  })

  it("keeps its routes, its errors and its headers", async () => {
    const [sendAlone, send] = [await listen(alone), await listen(together)]
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
      expect(await send(method, path, init)).toEqual(await sendAlone(method, path, init))
    }
  })

  it("leaves 404, 405, bodies and their limits below the prefix to Rollcall, and adds its own headers", async () => {
    const send = await listen(together)
    expect(await send("GET", "/rollcall/broadcasts/x/y")).toMatchObject({
      status: 404,
      headers: { "x-host": "clinic" },
      text: '{"message":"Resource was not found","details":"There is nothing at this path."}'
    })
    expect(await send("DELETE", "/rollcall/broadcasts")).toMatchObject({ status: 405, headers: { allow: "GET, POST" } })
    const long = { first_name: "a".repeat(900), last_name: "b".repeat(900), email: "zoe@example.org" }
    const contacts = Array.from({ length: 800 }, () => long)
    const large = { body: JSON.stringify({ contacts }), headers: await logIn(send) }
    expect((await send("POST", "/rollcall/v1/contacts", large)).status).toBe(413)
    // Fastify itself limits bodies to 1 MiB.
    expect((await send("POST", "/rollcall/v1/contacts/bulk", large)).status).toBe(202)
  })
})
