import Fastify from "fastify"
import { once } from "node:events"
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as send,
  type RequestListener
} from "node:http"
import { createRollcall, type Rollcall, type RollcallOptions } from "rollcall"
import { memory } from "rollcall/memory"
import { toNodeHandler } from "rollcall/node"
import { simulator } from "rollcall/simulator"
import { afterEach, describe, expect, it } from "vitest"

const ending: Array<() => unknown> = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

const open = async (options: Partial<RollcallOptions> = {}): Promise<Rollcall> => {
  const rollcall = await createRollcall({ storage: memory(), channel: simulator(), workers: false, ...options })
  ending.push(rollcall.close)
  return rollcall
}

/** A server on a port, and its address. */
const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, "127.0.0.1")
  await once(server, "listening")
  ending.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
}

/** The answer to a request of `node:http`. */
const answerTo = (asked: ClientRequest) =>
  new Promise<IncomingMessage>((resolve, reject) => asked.once("response", resolve).once("error", reject))

/** The text of an answer that `node:http` gets. */
const textOf = async (message: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const part of message) text += String(part)
  return text
}

const jsonBody = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body)
})

const authorize = () => ({ workspace: "clinic", actor: "user_1" })

/** Mounts a handler as Express does: the path of the mount is taken off `url`, and `originalUrl` is what was sent. */
const mounted =
  (path: string, handler: RequestListener): RequestListener =>
  (request, response) => {
    const { url = "" } = request
    Object.assign(request, { originalUrl: url, url: url.slice(path.length) || "/" })
    handler(request, response)
  }

describe("toNodeHandler", () => {
  it("serves the API on node:http", async () => {
    const url = await listen(toNodeHandler(await open({ http: { authorize } })))
    const made = await fetch(`${url}/v1/contacts`, jsonBody({ email: "ada@example.org" }))
    expect([made.status, await made.json()]).toMatchObject([201, { email: "ada@example.org" }])
    const listed = await fetch(`${url}/v1/contacts?limit=1`)
    expect(await listed.json()).toMatchObject({ contacts: [{ email: "ada@example.org" }] })
    expect((await fetch(`${url}/v1/nothing`)).status).toBe(404)
    expect((await fetch(`${url}/health`, { method: "HEAD" })).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
  })

  it("serves it where Express mounts it, below the prefix", async () => {
    const rollcall = await open({ http: { authorize, prefix: "/rollcall" } })
    const url = await listen(mounted("/rollcall", toNodeHandler(rollcall)))
    expect((await fetch(`${url}/rollcall/v1/contacts`)).status).toBe(200)
    expect((await fetch(`${url}/rollcall/v1/contacts`, jsonBody({ email: "ada@example.org" }))).status).toBe(201)
  })

  it("serves it on Fastify", async () => {
    const handler = toNodeHandler(await open({ http: { authorize, prefix: "/rollcall" } }))
    const app = Fastify()
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser("*", (_request, _body, parsed) => parsed(null))
      scope.all("/rollcall/*", (request, reply) => {
        reply.hijack()
        handler(request.raw, reply.raw)
      })
    })
    ending.push(() => app.close())
    const url = await app.listen({ port: 0, host: "127.0.0.1" })
    expect((await fetch(`${url}/rollcall/v1/contacts`, jsonBody({ email: "ada@example.org" }))).status).toBe(201)
  })

  it("streams events, and ends a request when its client disconnects", async () => {
    const rollcall = await open({ http: { authorize } })
    const signals: Array<AbortSignal> = []
    const watched = async (request: Request) => {
      signals.push(request.signal)
      return await rollcall.fetch(request)
    }
    const url = await listen(toNodeHandler({ fetch: watched }))
    const client = new AbortController()
    const headers = { accept: "text/event-stream" }
    const answer = await fetch(`${url}/v1/events/stream`, { headers, signal: client.signal })
    expect(answer.headers.get("content-type")).toContain("text/event-stream")
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    const clinic = await rollcall.workspace("clinic")
    await clinic.contacts.create({ email: "ada@example.org" })
    let text = ""
    while (!text.includes("contact.created")) text += (await reader?.read())?.value ?? ""
    client.abort()
    await reader?.closed.catch(() => {})
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it("reads no more of a response than its client accepts", async () => {
    let pulled = 0
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          pulled++
          controller.enqueue(new Uint8Array(64 * 1024))
        }
      })
    const url = await listen(toNodeHandler({ fetch: async () => new Response(body()) }))
    const asked = send(url).end()
    const message = await answerTo(asked)
    message.pause()
    let before = -1
    while (before !== pulled) {
      before = pulled
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    expect(pulled * 64).toBeLessThan(64 * 1024)
    asked.destroy()
  })

  it("destroys the connection when a response fails after its headers", async () => {
    const body = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode("begun")),
        pull: async (controller) => {
          await new Promise((resolve) => setTimeout(resolve, 20))
          controller.error(new Error("the store is gone"))
        }
      })
    const url = await listen(toNodeHandler({ fetch: async () => new Response(body()) }))
    const answer = await fetch(url)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow("terminated")
  })

  it("accepts a connection's next request after a body that was not read", async () => {
    const url = await listen(toNodeHandler({ fetch: async () => new Response("no", { status: 403 }) }))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports: Array<number | undefined> = []
    for (const size of [8 * 1024 * 1024, 1]) {
      const asked = send(url, { agent, method: "POST" })
      asked.end(Buffer.alloc(size))
      const message = await answerTo(asked)
      ports.push(message.socket.localPort)
      expect([message.statusCode, await textOf(message)]).toEqual([403, "no"])
    }
    expect(new Set(ports).size).toBe(1)
    agent.destroy()
  })

  it("reports a body that was already read, with a line in the log", async () => {
    const lines: Array<string> = []
    const log: RollcallOptions["log"] = (level, message, { requestId }) =>
      lines.push(`${level} ${message} ${String(requestId)}`)
    const handler = toNodeHandler(await open({ http: { authorize }, log }))
    const url = await listen((request, response) => {
      // As with a parser that takes its time: Node has closed the request by then.
      request.resume().once("end", () => setTimeout(() => handler(request, response), 20))
    })
    const answer = await fetch(`${url}/v1/contacts`, jsonBody({ email: "ada@example.org" }))
    const what =
      "Another middleware has already read the body. Mount Rollcall before express.json() and other body parsers."
    const id = answer.headers.get("x-request-id")
    expect([answer.status, await answer.json()]).toMatchObject([
      500,
      { error: { details: `${what} The request is ${id}.` } }
    ])
    expect(lines).toEqual([`error ${what} ${id}`])
    expect((await fetch(`${url}/v1/contacts`)).status).toBe(200)
  })

  it("returns 503 once Rollcall is closed", async () => {
    const rollcall = await open()
    const url = await listen(toNodeHandler(rollcall))
    await rollcall.close()
    const answer = await fetch(`${url}/health`)
    expect([answer.status, await answer.text()]).toEqual([503, "This Rollcall is closed."])
  })

  it("rejects an argument that is no Rollcall, such as a promise of one", () => {
    const promise: object = Promise.resolve()
    for (const [given, message] of [
      [promise, "toNodeHandler got a promise. Await it: toNodeHandler(await createRollcall(options))."],
      [{}, "toNodeHandler takes what createRollcall returns: toNodeHandler(await createRollcall(options))."]
    ] as const) {
      const made = (): unknown => Reflect.apply(toNodeHandler, undefined, [given])
      expect(made).toThrow(message)
    }
  })
})

describe("an argument of fetch that it cannot serve", () => {
  it("a string, a URL, a Node request and anything else are rejected with advice", async () => {
    const rollcall = await open()
    const requests: Array<unknown> = []
    const url = await listen((request, response) => {
      requests.push(request)
      response.end()
    })
    await fetch(url)
    const refused: ReadonlyArray<readonly [unknown, string]> = [
      ["/v1/contacts", 'rollcall.fetch takes a Request: rollcall.fetch(new Request("/v1/contacts")).'],
      [new URL("http://host/"), 'rollcall.fetch takes a Request: rollcall.fetch(new Request("http://host/")).'],
      [undefined, "rollcall.fetch takes a Request."],
      [
        requests[0],
        "rollcall.fetch got a request of Node. Use toNodeHandler(rollcall) of rollcall/node, which takes the request and the response."
      ]
    ]
    for (const [given, message] of refused) {
      const answering: unknown = Reflect.apply(rollcall.fetch, undefined, [given])
      await expect(answering).rejects.toMatchObject({ name: "RollcallError", code: "invalid_input", message })
    }
  })

  it("a missing, wrong or stripped prefix is a 404 with the configured prefix, or says that there is none", async () => {
    const nothing = "There is nothing at this path."
    const said = async (prefix: `/${string}` | undefined, path: string) => {
      const rollcall = await open({ http: { prefix } })
      const response = await rollcall.fetch(new Request(`http://host${path}`))
      const answer: unknown = await response.json()
      return [response.status, answer]
    }
    const stripped = { error: { details: `${nothing} All paths begin with the prefix /rollcall.` } }
    expect(await said("/rollcall", "/v1/contacts")).toMatchObject([404, stripped])
    expect(await said("/rollcall", "/api/rollcall/v1/contacts")).toMatchObject([404, stripped])
    expect(await said("/rollcall", "/rollcall/v1/nothing")).toMatchObject([404, { error: { details: nothing } }])
    const forgotten = {
      error: { details: `${nothing} Set the prefix /api/rollcall to serve it.` }
    }
    expect(await said(undefined, "/api/rollcall/v1/contacts?limit=1")).toMatchObject([404, forgotten])
    expect(await said(undefined, "/v1/nothing")).toMatchObject([404, { error: { details: nothing } }])
  })

  it("a request with a body that was read is 500 with a message that says so", async () => {
    const rollcall = await open({ http: { authorize }, log: false })
    const request = new Request("http://host/v1/contacts", jsonBody({ email: "ada@example.org" }))
    await request.text()
    const answer: unknown = await (await rollcall.fetch(request)).json()
    expect(JSON.stringify(answer)).toContain("Another middleware has already read the body.")
  })
})
