import { assert, describe, it } from "@effect/vitest"
import { ChannelWebhook, type InboundBatch } from "@rollcall/core/channel"
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { createServer } from "node:http"
import { layer, WhatsAppAccounts } from "../../src/index.ts"
import type { FakeLog } from "../../src/testing.ts"
import { fakeWithChannel } from "../Fake.ts"
import { accountOf, correlation, messageOf, workspace } from "../Fixture.ts"

/** A receiver of webhooks that refuses the first request, and keeps what the channel reads of the others. */
const receiver = Effect.gen(function* () {
  const { read } = yield* ChannelWebhook
  const batches: Array<InboundBatch> = []
  let refused = 0
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      if (refused++ === 0) {
        response.writeHead(503).end()
        return
      }
      const signature = request.headers["x-hub-signature-256"]
      const headers = { "x-hub-signature-256": typeof signature === "string" ? signature : undefined }
      Effect.runPromise(read({ headers, body: Buffer.concat(chunks) })).then(
        (batch) => {
          batches.push(batch)
          response.writeHead(200).end()
        },
        () => response.writeHead(401).end()
      )
    })
  })
  yield* Effect.promise(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve())))
  yield* Effect.addFinalizer(() => Effect.sync(() => void server.close()))
  const address = server.address()
  return { batches, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` }
}).pipe(
  Effect.provide(
    layer().pipe(Layer.provide(WhatsAppAccounts.layerOf([accountOf(1)])), Layer.provide(FetchHttpClient.layer))
  )
)

describe("the webhooks of the fake", () => {
  it.live(
    "B11, B12: come late, repeated and out of order, with the callback data of a message whose answer is lost",
    () =>
      Effect.gen(function* () {
        const { batches, url } = yield* receiver
        const script = { rules: [{ lose: "close" as const }], reorder: true, deliveries: 2, milliseconds: true }
        const { channel, fake } = yield* fakeWithChannel({ webhookUrl: url, script })
        assert.strictEqual((yield* Effect.flip(channel.send(messageOf("image")))).reason, "OutcomeUnknown")
        const stop = {
          from: "4915112345678",
          id: "wamid.in",
          timestamp: "1700000000",
          type: "text",
          text: { body: "STOP" }
        }
        yield* fake.receive("111", stop)
        const log = yield* Effect.repeat(Effect.delay(fake.log, "20 millis"), {
          until: ({ webhooks }: FakeLog) => webhooks.waiting === 0
        })
        const receipts = batches.flatMap((batch) => batch.receipts)
        const messageId = log.accepted[0]?.messageId ?? ""
        assert.lengthOf(log.accepted, 1)
        assert.lengthOf(receipts, 6)
        assert.deepStrictEqual(receipts.map(({ status }) => status).toSorted(), [
          "delivered",
          "delivered",
          "read",
          "read",
          "sent",
          "sent"
        ])
        for (const receipt of receipts) assert.deepInclude(receipt, { correlation, messageId })
        assert.deepStrictEqual(
          batches.flatMap(({ messages }) => messages.map(({ text, workspace: of }) => [of, text])),
          [[workspace, "STOP"]]
        )
      })
  )
})
