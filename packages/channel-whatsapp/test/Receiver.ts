import { ChannelWebhook, type InboundBatch } from "@rollcall/core/channel"
import { Effect } from "effect"
import { createServer } from "node:http"

/**
 * Receives webhooks over HTTP, as a host does: `take` gets what the channel reads of each, and its failure is answered
 * with 503, so that the provider delivers it again.
 */
export const receiveWebhooks = Effect.fnUntraced(function* (
  take: (batch: InboundBatch) => Effect.Effect<void, unknown>
) {
  const { read } = yield* ChannelWebhook
  const server = createServer((request, response) => {
    const chunks: Array<Uint8Array> = []
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk))
    request.on("end", () => {
      const signature = request.headers["x-hub-signature-256"]
      const headers = { "x-hub-signature-256": typeof signature === "string" ? signature : undefined }
      const answered = Effect.match(Effect.flatMap(read({ headers, body: Buffer.concat(chunks) }), take), {
        onFailure: () => 503,
        onSuccess: () => 200
      })
      Effect.runPromise(answered).then(
        (status) => void response.writeHead(status).end(),
        () => void response.writeHead(500).end()
      )
    })
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve()))),
    () => Effect.sync(() => server.close().closeAllConnections())
  )
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
})
