import { assert, describe, it } from "@effect/vitest"
import { ChannelWebhook, InboundBatch, type WebhookRequest } from "@rollcall/core/channel"
import { Effect, Result, Schema } from "effect"
import * as fc from "fast-check"
import type { WebhookUnderTest } from "./TestedChannel.ts"

const writtenDown = Schema.fromJsonString(Schema.toCodecJson(InboundBatch))

export const webhookChecks = (name: string, { layer, request, verification }: WebhookUnderTest): void => {
  describe(`${name}: webhook`, () => {
    const reading = (given: WebhookRequest) =>
      Effect.result(Effect.flatMap(ChannelWebhook, ({ read }) => read(given))).pipe(Effect.provide(layer))

    it.effect("the webhook's path is valid in a URL", () =>
      Effect.gen(function* () {
        assert.match((yield* ChannelWebhook).path, /^[a-z0-9-]+$/)
      }).pipe(Effect.provide(layer))
    )

    it.effect("B11: the webhook parses a request the same way each time, into a value that can be encoded", () =>
      Effect.gen(function* () {
        const { read } = yield* ChannelWebhook
        const batch = yield* read(request)
        assert.isAtLeast(batch.receipts.length + batch.messages.length, 1)
        assert.deepStrictEqual(yield* read(request), batch)
        const text = yield* Schema.encodeEffect(writtenDown)(batch)
        assert.deepStrictEqual(yield* Schema.decodeEffect(writtenDown)(text), batch)
      }).pipe(Effect.provide(layer))
    )

    it("A2: the webhook rejects a request without proof of the provider, and takes nothing from it", async () => {
      const changed = fc.nat({ max: request.body.length - 1 }).map((at): WebhookRequest => {
        const body = Uint8Array.from(request.body)
        body[at] = (body[at] ?? 0) ^ 1
        return { ...request, body }
      })
      const foreign = fc.uint8Array().map((body): WebhookRequest => ({ ...request, body }))
      const unsigned = fc.constant<WebhookRequest>({ headers: {}, body: request.body })
      await fc.assert(
        fc.asyncProperty(fc.oneof(changed, foreign, unsigned), async (given) => {
          const read = await Effect.runPromise(reading(given))
          assert.isTrue(Result.isFailure(read))
        }),
        { numRuns: 50 }
      )
    })

    it.effect("the webhook answers the verification of its URL, and rejects any other verification", () =>
      Effect.gen(function* () {
        const { verify } = yield* ChannelWebhook
        yield* Effect.flip(verify({}))
        if (verification === null) return
        const { answer, query } = verification
        assert.strictEqual(yield* verify(query), answer)
        for (const left of Object.keys(query)) {
          yield* Effect.flip(verify(Object.fromEntries(Object.entries(query).filter(([name]) => name !== left))))
        }
      }).pipe(Effect.provide(layer))
    )
  })
}
