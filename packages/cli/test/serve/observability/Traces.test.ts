import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { createServer, type IncomingMessage } from "node:http"
import { once } from "node:events"
import { startPlatform } from "../kill/WhatsAppChannel.ts"
import { Accepted, ask, askUntil, call, Contact, detailsWhen, live, reminderTo } from "../Calls.ts"
import { hostServer } from "../HostedServer.ts"
import { bootstrapToken, temporaryFolder } from "../ServerProcess.ts"

const Span = Schema.Struct({
  traceId: Schema.String,
  parentSpanId: Schema.optional(Schema.String),
  spanId: Schema.String,
  name: Schema.String
})
const Traces = Schema.Struct({
  resourceSpans: Schema.Array(Schema.Struct({ scopeSpans: Schema.Array(Schema.Struct({ spans: Schema.Array(Span) })) }))
})

/** An HTTP server that keeps what it is sent, until the scope closes. */
const receiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const received: Array<{
      readonly path: string
      readonly headers: IncomingMessage["headers"]
      readonly body: string
    }> = []
    const server = createServer((request, response) => {
      let body = ""
      request.setEncoding("utf8")
      request.on("data", (part: string) => (body += part))
      request.on("end", () => {
        received.push({ path: request.url ?? "", headers: request.headers, body })
        response.end("{}")
      })
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    return { server, received, url: `http://127.0.0.1:${port}` }
  }),
  ({ server }) => Effect.sync(() => void server.close())
)

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"

/** Sends a request with a `traceparent`. */
const postTraced = (url: string, traceparent: string, body: unknown) =>
  Effect.promise(async (): Promise<unknown> => {
    const headers = { authorization: `Bearer ${bootstrapToken}`, "content-type": "application/json", traceparent }
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })
    return await answer.json()
  })

/** Creates a broadcast with a `traceparent`. */
const createTraced = (url: string, traceparent: string, identifiers: ReadonlyArray<string>) =>
  Effect.map(
    postTraced(`${url}/broadcasts`, traceparent, reminderTo(identifiers)),
    (body) => Schema.decodeUnknownSync(Accepted)(body).uuid
  )

const Import = Schema.Struct({ contact_import_uuid: Schema.String })
const ImportStatus = Schema.Struct({ status: Schema.String })

const spansOf = (received: Effect.Success<typeof receiver>["received"]) =>
  received
    .filter(({ path }) => path.startsWith("/v1/traces"))
    .flatMap(({ body }) => Schema.decodeUnknownSync(Traces)(JSON.parse(body)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))

describe("a broadcast's trace (O4)", () => {
  it.live("leads from the request over its sends and their receipts to the webhook, without personal data", () =>
    Effect.gen(function* () {
      const collector = yield* receiver
      const endpoint = yield* receiver
      const server = yield* hostServer({
        folder: yield* temporaryFolder,
        env: {
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
          OTEL_METRIC_EXPORT_INTERVAL: "200",
          ROLLCALL_WEBHOOK_PRIVATE_ADDRESSES: "true"
        }
      })
      yield* call(server, "POST", "/v1/webhooks", {
        url: `${endpoint.url}/hook`,
        types: ["broadcast.accepted", "broadcast.completed"]
      })
      const uuid = yield* createTraced(server.url, `00-${traceId}-00f067aa0ba902b7-01`, ["447700900123"])
      yield* detailsWhen(server, uuid, ({ read, status }) => status === "completed" && read === 1)
      yield* Effect.repeat(Effect.sleep("20 millis"), { until: () => endpoint.received.length >= 2 })
      yield* server.stop

      const spans = spansOf(collector.received)
      const ofTrace = spans.filter((span) => span.traceId === traceId)
      assert.includeMembers(
        ofTrace.map(({ name }) => name),
        [
          "POST /broadcasts",
          "Broadcasts.create",
          "Dispatcher.runWorker",
          "send chatapp",
          "receipts",
          "webhook delivery"
        ]
      )
      const request = ofTrace.find(({ name }) => name === "POST /broadcasts")
      assert.strictEqual(request?.parentSpanId, "00f067aa0ba902b7")
      const known = new Set([...ofTrace.map(({ spanId }) => spanId), "00f067aa0ba902b7"])
      for (const { name, parentSpanId } of ofTrace) assert.isTrue(known.has(parentSpanId ?? ""), name)
      for (const { headers } of endpoint.received)
        assert.match(String(headers["traceparent"]), new RegExp(`^00-${traceId}-`))

      const everything = collector.received.map(({ body }) => body).join("\n")
      assert.include(everything, "messaging.client.sent.messages")
      assert.include(everything, "service.instance.id")
      for (const secret of ["447700900123", "Ada", bootstrapToken, "/hook"]) assert.notInclude(everything, secret)
    }).pipe(Effect.provide(live))
  )

  it.live("leads from an import's request to the worker that applies its rows", () =>
    Effect.gen(function* () {
      const collector = yield* receiver
      const server = yield* hostServer({
        folder: yield* temporaryFolder,
        env: {
          ROLLCALL_DATABASE_URL: "memory:",
          // Traces alone, and where they have a place of their own.
          OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces?of=rollcall`,
          OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json",
          OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-key=of-traces",
          OTEL_EXPORTER_OTLP_HEADERS: "x-key=of-all",
          OTEL_METRIC_EXPORT_INTERVAL: "100"
        }
      })
      const rows = { contacts: [{ email: "zebedee@example.org" }, { email: "no address" }] }
      const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
      const accepted = yield* postTraced(`${server.url}/v1/contacts/bulk`, traceparent, rows)
      const { contact_import_uuid } = Schema.decodeUnknownSync(Import)(accepted)
      yield* askUntil(
        server,
        ["GET", `/v1/contacts/bulk/${contact_import_uuid}`],
        [200, ImportStatus],
        ({ status }) => status === "completed"
      )
      yield* server.stop
      const ofTrace = spansOf(collector.received).filter((span) => span.traceId === traceId)
      const known = new Set([...ofTrace.map(({ spanId }) => spanId), "00f067aa0ba902b7"])
      for (const { name, parentSpanId } of ofTrace) assert.isTrue(known.has(parentSpanId ?? ""), name)
      assert.includeMembers(
        ofTrace.map(({ name }) => name),
        ["POST /v1/contacts/bulk", "ContactImports.create", "ImportWorker.run", "ImportWorker.applyBatch"]
      )
      for (const { body, headers, path } of collector.received) {
        assert.deepStrictEqual([path, headers["x-key"]], ["/v1/traces?of=rollcall", "of-traces"])
        assert.notInclude(body, "zebedee")
      }
    }).pipe(Effect.provide(live))
  )

  it.live("contains no number, value or token sent to WhatsApp and the database, and no error text", () =>
    Effect.gen(function* () {
      const collector = yield* receiver
      const { env, fake } = yield* startPlatform({ rules: [{ to: "0124", refuse: { status: 400, code: 131026 } }] })
      const server = yield* hostServer({
        folder: yield* temporaryFolder,
        env: {
          ...env,
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
          OTEL_METRIC_EXPORT_INTERVAL: "200"
        }
      })
      yield* fake.deliverTo(`${server.url}/channels/whatsapp/webhook`)
      const contact = { first_name: "Zebedee", phone_number: "+44 7700 900123", email: "zebedee@example.org" }
      yield* ask(server, ["POST", "/v1/contacts", contact], [201, Contact])
      yield* call(server, "GET", "/v1/contacts?search_term=zebedee")
      const verify = "/channels/whatsapp/webhook?hub.mode=subscribe&hub.verify_token=verify-token&hub.challenge=42"
      yield* call({ url: server.url, token: null }, "GET", verify)
      yield* call(server, "POST", "/v1/contacts", { ...contact, email: "not an address of zebedee" })
      const reminder = reminderTo(["447700900123", "447700900124"])
      const { uuid } = yield* ask(server, ["POST", "/broadcasts", reminder], [202, Accepted])
      yield* detailsWhen(server, uuid, ({ failed, read }) => read === 1 && failed === 1)
      yield* server.stop

      const spans = spansOf(collector.received).map(({ name }) => name)
      assert.includeMembers(spans, ["sqlite", "send chatapp", "receipts", "GET /channels/whatsapp/webhook"])
      const everything = collector.received.map(({ body }) => body).join("\n")
      for (const kept of ["db.query.text", "SendError"]) assert.include(everything, kept)
      const { accepted } = yield* fake.log
      const messages = accepted.map(({ messageId }) => messageId)
      assert.isNotEmpty(messages)
      const tokens = [bootstrapToken, ...Object.entries(env).flatMap(([n, v]) => (/TOKEN|SECRET/.test(n) ? [v] : []))]
      assert.lengthOf(tokens, 4)
      // The address of the platform has the identifier of the sender.
      const address = [fake.url, "/111/"]
      for (const secret of [
        ...tokens,
        ...messages,
        ...address,
        "7700900",
        "7700 900",
        "Ada",
        "9:30",
        "zebedee",
        "Zebedee"
      ]) {
        assert.notInclude(everything, secret)
      }
    }).pipe(Effect.provide(live))
  )

  it.live("is not exported if its sampled flag is off, and starts again for a malformed one", () =>
    Effect.gen(function* () {
      const collector = yield* receiver
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }
      const server = yield* hostServer({ folder: yield* temporaryFolder, env })
      for (const traceparent of [`00-${traceId}-00f067aa0ba902b7-00`, `00-${traceId}-0-01`, "nonsense"]) {
        const uuid = yield* createTraced(server.url, traceparent, ["447700900124"])
        yield* detailsWhen(server, uuid, ({ status }) => status === "completed")
      }
      yield* server.stop
      const spans = spansOf(collector.received)
      assert.lengthOf(
        spans.filter((span) => span.traceId === traceId),
        0
      )
      assert.lengthOf(
        spans.filter(({ name }) => name === "POST /broadcasts"),
        2
      )
    }).pipe(Effect.provide(live))
  )

  it.live("fails no request when the collector is gone, which is logged once", () =>
    Effect.gen(function* () {
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_METRIC_EXPORT_INTERVAL: "100" }
      const server = yield* hostServer({ folder: yield* temporaryFolder, env })
      yield* ask(server, ["POST", "/broadcasts", reminderTo(["447700900125"])], [202, Accepted])
      yield* Effect.repeat(Effect.delay(server.logged, "50 millis"), {
        until: (log) => log.includes("exporting to the collector")
      })
      yield* Effect.sleep("1 second")
      assert.lengthOf([...(yield* server.logged).matchAll(/the collector of OTEL_EXPORTER_OTLP_ENDPOINT/g)], 1)
      assert.strictEqual((yield* call(server, "GET", "/v1/contacts")).status, 200)
    }).pipe(Effect.provide(live))
  )
})
