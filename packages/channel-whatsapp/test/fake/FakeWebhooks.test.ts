import { assert, describe } from "@effect/vitest"
import type { ChannelWebhook, InboundBatch } from "@rollcall/core/channel"
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { layer, WhatsAppAccounts } from "../../src/index.ts"
import type { FakeLog } from "../../src/testing.ts"
import { fakeWithChannel } from "../Fake.ts"
import { accountOf, correlation, messageOf, workspace } from "../Fixture.ts"
import { receiveWebhooks } from "../Receiver.ts"
import { live } from "../../../core/test/Suite.ts"

const reader: Layer.Layer<ChannelWebhook> = layer().pipe(
  Layer.provide(WhatsAppAccounts.layerOf([accountOf(1)])),
  Layer.provide(FetchHttpClient.layer)
)

describe("the webhooks of the fake", () => {
  live(
    "B11, B12: repeat until they are accepted, several times and out of order, for a message with a lost response",
    function* () {
      const batches: Array<InboundBatch> = []
      let refused = 0
      const url = yield* receiveWebhooks((batch) =>
        Effect.suspend(() => (refused++ === 0 ? Effect.fail("away") : Effect.sync(() => void batches.push(batch))))
      ).pipe(Effect.provide(reader))
      const script = { rules: [{ lose: "close" as const }], reorder: true, deliveries: 2, milliseconds: true }
      const userIds = { "4915112345678": "DE.1" }
      const { channel, fake } = yield* fakeWithChannel({ webhookUrl: url, script: { ...script, userIds } })
      assert.strictEqual((yield* Effect.flip(channel.send(messageOf("image")))).reason, "OutcomeUnknown")
      const stop = {
        id: "wamid.in",
        from: "4915112345678",
        timestamp: "1700000000",
        type: "text",
        text: { body: "STOP" }
      }
      yield* fake.receive("111", stop)
      const log = yield* Effect.repeat(Effect.delay(fake.log, "20 millis"), {
        until: ({ webhooks }: FakeLog) => webhooks.waiting === 0
      })
      const receipts = batches.flatMap((batch) => batch.receipts)
      assert.lengthOf(log.accepted, 1)
      const messageId = log.accepted[0]?.messageId ?? ""
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
        batches.flatMap(({ messages }) => messages.map(({ text, username, workspace: of }) => [of, username, text])),
        [[workspace, "person.name", "STOP"]]
      )
    }
  )
})
