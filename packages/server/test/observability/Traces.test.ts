import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { createServer, type IncomingMessage } from "node:http"
import { once } from "node:events"
import { Accepted, ask, call, detailsWhen, live, reminderTo } from "../Calls.ts"
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

/** Creates a broadcast with a `traceparent`. */
const createTraced = (url: string, traceparent: string, identifiers: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const answer = await fetch(`${url}/broadcasts`, {
      method: "POST",
      headers: { authorization: `Bearer ${bootstrapToken}`, "content-type": "application/json", traceparent },
      body: JSON.stringify(reminderTo(identifiers))
    })
    return Schema.decodeUnknownSync(Accepted)(await answer.json()).uuid
  })

const spansOf = (received: Effect.Success<typeof receiver>["received"]) =>
  received
    .filter(({ path }) => path === "/v1/traces")
    .flatMap(({ body }) => Schema.decodeUnknownSync(Traces)(JSON.parse(body)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))

describe("the trace of a broadcast (O4)", () => {
  it.live("leads from the request over its sends and their receipts to the webhook, and names no person", () =>
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
      for (const secret of ["447700900123", "Ada", bootstrapToken]) assert.notInclude(everything, secret)
    }).pipe(Effect.provide(live))
  )

  it.live("is not exported where its sampled flag is off, and begins anew for a malformed one", () =>
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

  it.live("costs no request when the collector is gone, which is logged once", () =>
    Effect.gen(function* () {
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_METRIC_EXPORT_INTERVAL: "100" }
      const server = yield* hostServer({ folder: yield* temporaryFolder, env })
      yield* ask(server, ["POST", "/broadcasts", reminderTo(["447700900125"])], [202, Accepted])
      yield* Effect.repeat(Effect.delay(server.logged, "50 millis"), { until: (log) => log.includes("takes nothing") })
      yield* Effect.sleep("1 second")
      assert.lengthOf([...(yield* server.logged).matchAll(/the collector of OTEL_EXPORTER_OTLP_ENDPOINT/g)], 1)
      assert.strictEqual((yield* call(server, "GET", "/v1/contacts")).status, 200)
    }).pipe(Effect.provide(live))
  )
})
