import { createAdaptorServer } from "@hono/node-server"
import type { Hono } from "hono"
import { once } from "node:events"
import { afterEach, describe, expect, it } from "vitest"
import { makeHost } from "../src/Host.ts"
import { makeServer } from "../src/Server.ts"

const open: Array<() => Promise<unknown>> = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()))
})

/** Serves an app on a port, and returns what sends requests there. */
const listen = async ({
  app,
  close = async () => {}
}: {
  readonly app: Hono
  readonly close?: () => Promise<void>
}) => {
  const server = createAdaptorServer({ fetch: app.fetch }).listen(0, "127.0.0.1")
  await once(server, "listening")
  open.push(async () => {
    server.close()
    await close()
  })
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  return async (method: string, path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...init })
    const { date: _, ...headers } = Object.fromEntries(answer.headers)
    return { status: answer.status, headers, text: await answer.text() }
  }
}

const body = JSON.stringify({ email: "zoe@example.org" })

describe("a Hono server with Rollcall", () => {
  it("lets its users in by their session, into the workspace of their clinic", async () => {
    const send = await listen(await makeServer())
    expect((await send("POST", "/rollcall/v1/contacts", { body })).status).toBe(401)
    const login = await send("POST", "/login", { body: "zoe" })
    const headers = { cookie: String(login.headers["set-cookie"]).split(";", 1).join() }
    expect((await send("POST", "/rollcall/v1/contacts", { body, headers })).status).toBe(201)
    const page = await send("GET", "/rollcall/v1/contacts?limit=1", { headers })
    expect(JSON.parse(page.text)).toMatchObject({ contacts: [{ email: "zoe@example.org" }], pagination: { total: 1 } })
    expect((await send("GET", "/rollcall/v1/contacts", { headers: { cookie: "session=1" } })).status).toBe(401)
  })

  it("keeps its routes, its errors and its headers", async () => {
    const [alone, together] = [await listen({ app: makeHost() }), await listen(await makeServer())]
    const requests: ReadonlyArray<readonly [method: string, path: string, init?: RequestInit]> = [
      ["GET", "/"],
      ["HEAD", "/"],
      ["PUT", "/"],
      ["GET", "/failure"],
      ["GET", "/none"],
      ["GET", "/v1/contacts"],
      ["GET", "/rollcallx"],
      ["POST", "/login", { body: "mallory" }]
    ]
    for (const [method, path, init] of requests) {
      expect(await together(method, path, init)).toEqual(await alone(method, path, init))
    }
  })

  it("leaves 404 and 405 below the prefix to Rollcall, and its own headers stand on them", async () => {
    const send = await listen(await makeServer())
    expect(await send("GET", "/rollcall/broadcasts/x/y")).toMatchObject({
      status: 404,
      headers: { "x-host": "clinic" },
      text: '{"message":"Resource was not found","details":"There is nothing at this path."}'
    })
    expect(await send("DELETE", "/rollcall/broadcasts")).toMatchObject({ status: 405, headers: { allow: "POST" } })
  })
})
