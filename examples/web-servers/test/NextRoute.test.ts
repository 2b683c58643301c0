import { createAdaptorServer } from "@hono/node-server"
import { once } from "node:events"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as route from "../src/nextjs/app/api/rollcall/[...path]/route.ts"
import { rollcall } from "../src/nextjs/rollcall.ts"
import { logIn } from "../src/Users.ts"

/**
 * Calls the handler of a method, as Next.js does. Next.js is not installed, so this server uses `node:http` instead.
 */
const server = createAdaptorServer({
  fetch: async (request) => {
    const handler = Object.entries(route).find(([method]) => method === request.method)?.[1]
    return handler === undefined ? new Response(null, { status: 405 }) : await handler(request)
  }
})
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening")
})
afterAll(async () => {
  server.close()
  await (await rollcall()).close()
})

const send = async (method: string, path: string, init: RequestInit = {}) => {
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...init })
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
}

const headers = { cookie: `theme=dark; session=${logIn("zoe")}` }

describe("a Next.js route handler with Rollcall", () => {
  it("accepts users by their session, in their clinic's workspace", async () => {
    const body = JSON.stringify({ email: "zoe@example.org" })
    expect((await send("POST", "/api/rollcall/v1/contacts", { body })).status).toBe(401)
    const created = await send("POST", "/api/rollcall/v1/contacts", { body, headers })
    expect(created.status).toBe(201)
    const [, uuid] = /"uuid":"([^"]+)"/.exec(created.text) ?? []
    const change = JSON.stringify({ first_name: "Zoë" })
    expect((await send("PATCH", `/api/rollcall/v1/contacts/${uuid}`, { body: change, headers })).status).toBe(200)
    expect((await send("GET", "/api/rollcall/v1/contacts", { headers })).text).toContain("Zoë")
  })

  it("serves every method of the API, each with its own errors", async () => {
    const { text } = await send("GET", "/api/rollcall/openapi.json")
    const methods = new Set(Array.from(text.matchAll(/"(\w+)":\{"tags":/g), ([, method = ""]) => method.toUpperCase()))
    expect(Object.keys(route).sort()).toEqual([...methods].sort())
    for (const method of Object.keys(route)) {
      const answer = await send(method, "/api/rollcall/none", { headers })
      expect(answer).toMatchObject({ status: 404, headers: { "content-type": "application/json" } })
    }
  })
})
