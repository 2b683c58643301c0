import { once } from "node:events"
import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { Schema } from "effect"

const Span = Schema.Struct({
  traceId: Schema.String,
  spanId: Schema.String,
  parentSpanId: Schema.optional(Schema.String),
  name: Schema.String
})

/** A span in the OTLP format. */
type Span = typeof Span.Type

const Traces = Schema.Struct({
  resourceSpans: Schema.Array(Schema.Struct({ scopeSpans: Schema.Array(Schema.Struct({ spans: Schema.Array(Span) })) }))
})
const decodeTraces = Schema.decodeUnknownSync(Traces)

/** An OTLP collector for JSON over HTTP, to which servers export. */
export interface Collector {
  readonly url: string
  /** All spans received so far. */
  readonly spans: ReadonlyArray<Span>
  readonly stop: () => Promise<void>
}

/** Starts a collector that stores the received spans. */
export const startCollector = async (): Promise<Collector> => {
  const spans: Array<Span> = []
  const server = createServer((request, response) => {
    json(request).then(
      (body) => {
        if (request.url === "/v1/traces") {
          const { resourceSpans } = decodeTraces(body)
          spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
        }
        response.end("{}")
      },
      () => response.writeHead(400).end()
    )
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The collector has no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    stop: async () => {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
}
