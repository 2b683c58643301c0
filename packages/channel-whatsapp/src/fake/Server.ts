import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { Option, Schema } from "effect"
import { type FakeAnswer, FakeCloudApi } from "./FakeCloudApi.ts"
import { type FakeOptions, FakeScript } from "./FakeScript.ts"

/** A running fake server. */
export interface FakeServer {
  readonly url: string
  readonly close: () => Promise<void>
}

const decodeJson = Schema.decodeOption(Schema.fromJsonString(Schema.Json))

/** A control request of a test. */
const Control = Schema.Struct({
  script: Schema.optionalKey(FakeScript),
  templates: Schema.optionalKey(Schema.Array(Schema.Json)),
  webhookUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
  receive: Schema.optionalKey(Schema.Struct({ phoneNumberId: Schema.String, message: Schema.Json }))
})
const decodeControl = Schema.decodeUnknownSync(Control)

/**
 * The path for control requests. `GET` returns the log. `POST` changes the fake's behavior or simulates an incoming
 * message.
 */
const controlPath = "/fake"

export const serve = async (options: FakeOptions): Promise<FakeServer> => {
  const api = new FakeCloudApi(options)
  const server = createServer({ keepAliveTimeoutBuffer: 0 }, (request, response) => {
    textOf(request).then(
      (text) => respond(response, handle(api, request, text)),
      () => response.destroy()
    )
  })
  server.on("connection", () => {
    api.connections++
  })
  server.keepAliveTimeout = options.closesIdleAfter
  await new Promise<void>((resolve) => {
    server.listen(options.port, options.host, resolve)
  })
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : options.port
  return {
    url: `http://${options.host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        api.stop()
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const handle = (
  api: FakeCloudApi,
  { headers, method = "GET", url = "/" }: IncomingMessage,
  text: string
): FakeAnswer => {
  const { pathname, searchParams } = new URL(url, "http://127.0.0.1")
  const body = Option.getOrUndefined(decodeJson(text))
  if (pathname === controlPath) {
    if (method === "POST") control(api, body)
    const log = JSON.stringify(api.log(Number(searchParams.get("from") ?? "0")))
    return { _tag: "Answer", status: 200, body: log, headers: {}, after: 0 }
  }
  const path = pathname.replace(/^\/[^/]*\//, "")
  const token = (headers.authorization ?? "").replace(/^Bearer /, "")
  return api.answer({ method, path, query: searchParams, token, body })
}

const control = (api: FakeCloudApi, body: unknown): void => {
  const { receive, script, templates, webhookUrl } = decodeControl(body)
  if (script !== undefined) api.script = script
  if (webhookUrl !== undefined) api.webhookUrl = webhookUrl
  if (templates !== undefined) api.templates = templates
  if (receive !== undefined) api.receive(receive.phoneNumberId, receive.message)
}

const respond = (response: ServerResponse, answer: FakeAnswer): void => {
  switch (answer._tag) {
    case "Hang":
      return
    case "Close":
      response.destroy()
      return
    case "Answer": {
      const { after, body, headers, status } = answer
      // With this header, Node doesn't add the `Keep-Alive` header, which announces the timeout.
      const give = () => void response.writeHead(status, { ...headers, connection: "keep-alive" }).end(body)
      if (after > 0) setTimeout(give, after)
      else give()
    }
  }
}
