import { assert, describe, it } from "@effect/vitest"
import { RecipientUuid, WorkspaceUuid } from "@rollcall/core"
import {
  ChannelNotice,
  ChannelWebhook,
  DeliveryReceipt,
  InboundBatch,
  InboundMessage,
  WebhookRefused,
  type WebhookRequest,
  correlationOf
} from "@rollcall/core/channel"
import { DateTime, Effect, Schema } from "effect"
import { test } from "../../Suite.ts"

const workspace = WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000001")
const correlation = correlationOf(workspace, RecipientUuid.make("0198a5c0-0000-7000-8000-000000000003"))
const at = DateTime.makeUnsafe(1_000)
const receipt: DeliveryReceipt = {
  workspaces: [workspace],
  correlation,
  messageId: "m-1",
  status: "undeliverable",
  error: "gone",
  reason: "opted_out",
  at
}

/** A webhook whose body is the batch in JSON. */
const webhook = ChannelWebhook.of({
  path: "plain",
  verify: () => new WebhookRefused({ reason: "Unauthorized", detail: "there is no handshake" }),
  read: ({ body }: WebhookRequest) =>
    Schema.decodeEffect(Schema.fromJsonString(Schema.toCodecJson(InboundBatch)))(new TextDecoder().decode(body)).pipe(
      Effect.mapError(({ message }) => new WebhookRefused({ reason: "Malformed", detail: message }))
    )
})

describe("what a webhook receives", () => {
  test("can be encoded as JSON and decoded again", function* () {
    const message = InboundMessage.make({
      workspace,
      channelMessageId: "in-1",
      from: "4915112345678",
      to: "493090180",
      at,
      kind: "text",
      text: "STOP"
    })
    const notice = ChannelNotice.make({
      workspace: null,
      kind: "unreadable",
      level: "warning",
      detail: "an entry has no id",
      occurrence: "1700000000",
      data: { entry: [1, null] }
    })
    const batch: InboundBatch = { receipts: [receipt], messages: [message], notices: [notice] }
    const text = yield* Schema.encodeEffect(Schema.fromJsonString(Schema.toCodecJson(InboundBatch)))(batch)
    assert.deepStrictEqual(yield* webhook.read({ headers: {}, body: new TextEncoder().encode(text) }), batch)
    const refused = yield* Effect.flip(webhook.read({ headers: {}, body: new Uint8Array() }))
    assert.strictEqual(refused.reason, "Malformed")
  })

  it("a kept receipt without a recipient fault has none after decoding", () => {
    const { reason: _, ...before } = Schema.encodeSync(DeliveryReceipt)(receipt)
    assert.strictEqual(Schema.decodeSync(DeliveryReceipt)(before).reason, null)
  })

  it("A1: a kept receipt without workspaces applies to no message", () => {
    const { workspaces: _, ...before } = Schema.encodeSync(DeliveryReceipt)(receipt)
    assert.deepStrictEqual(Schema.decodeSync(DeliveryReceipt)(before).workspaces, [])
  })
})
