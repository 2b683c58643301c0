import { assert, describe } from "@effect/vitest"
import { StorageError, WorkspaceUuid } from "@rollcall/core"
import { ChannelWebhook } from "@rollcall/core/channel"
import { Effect, Layer, Redacted } from "effect"
import { createHmac } from "node:crypto"
import { layer, type WhatsAppAccount, WhatsAppAccounts } from "../../src/index.ts"
import { layerConnections } from "../../src/node.ts"
import { fakeWithChannel } from "../Fake.ts"
import { accountOf, golden, goldens, workspace } from "../Fixture.ts"
import { live, test } from "../../../core/test/Suite.ts"

const other = WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000009")

const webhookOf = (accounts: Layer.Layer<WhatsAppAccounts>) =>
  ChannelWebhook.pipe(Effect.provide(layer().pipe(Layer.provide(accounts), Layer.provide(layerConnections))))
const webhook = webhookOf(WhatsAppAccounts.layerOf([accountOf(1), accountOf(2, other)]))

const entryOf = (phoneNumberId: string) => ({
  id: "22",
  changes: [
    {
      field: "messages",
      value: {
        metadata: { display_phone_number: "493090180", phone_number_id: phoneNumberId },
        statuses: [{ id: `wamid of ${phoneNumberId}`, status: "read", timestamp: "1700000000" }]
      }
    }
  ]
})
const bodyOf = (...phoneNumberIds: ReadonlyArray<string>) =>
  new TextEncoder().encode(JSON.stringify({ object: "whatsapp_business_account", entry: phoneNumberIds.map(entryOf) }))

const signed = ({ appSecret }: WhatsAppAccount, body: Uint8Array) => ({
  headers: {
    "x-hub-signature-256": `sha256=${createHmac("sha256", Redacted.value(appSecret)).update(body).digest("hex")}`
  },
  body
})

describe("a webhook's verification", () => {
  test("returns the challenge if the token belongs to an account", function* () {
    const { verify } = yield* webhook
    const query = { "hub.mode": "subscribe", "hub.verify_token": "verify 2", "hub.challenge": "1158201444" }
    assert.strictEqual(yield* verify(query), "1158201444")
    const reasonOf = (change: object) =>
      Effect.map(Effect.flip(verify({ ...query, ...change })), ({ reason }) => reason)
    for (const token of ["", "verify", "verify 22", "VERIFY 2"]) {
      assert.strictEqual(yield* reasonOf({ "hub.verify_token": token }), "Unauthorized")
    }
    assert.strictEqual(yield* reasonOf({ "hub.mode": "unsubscribe" }), "Malformed")
    assert.strictEqual(yield* reasonOf({ "hub.challenge": undefined }), "Malformed")
  })
})

describe("a webhook", () => {
  test("is processed if the raw bytes are signed with an account's secret, and rejected otherwise", function* () {
    const { read } = yield* webhook
    const body = bodyOf("111")
    const request = signed(accountOf(1), body)
    assert.lengthOf((yield* read(request)).receipts, 1)
    const signature = request.headers["x-hub-signature-256"]
    const upper = signature.slice("sha256=".length).toUpperCase()
    assert.lengthOf((yield* read({ headers: { "x-hub-signature-256": `sha256=${upper}` }, body })).receipts, 1)
    const refused: ReadonlyArray<readonly [string | undefined, Uint8Array]> = [
      [undefined, body],
      ["", body],
      [signature.slice(0, -1), body],
      [signature.replace("sha256=", "sha1="), body],
      [signed(accountOf(3), body).headers["x-hub-signature-256"], body],
      [signature, new TextEncoder().encode(`${new TextDecoder().decode(body)} `)]
    ]
    for (const [header, bytes] of refused) {
      const error = yield* Effect.flip(read({ headers: { "x-hub-signature-256": header }, body: bytes }))
      assert.strictEqual(error.reason, "Unauthorized")
    }
  })

  test("A1: reveals nothing about another app's accounts", function* () {
    const { read } = yield* webhook
    const { notices, receipts } = yield* read(signed(accountOf(2), bodyOf("111", "112")))
    assert.deepStrictEqual(
      receipts.map(({ messageId }) => messageId),
      ["wamid of 112"]
    )
    assert.deepStrictEqual(
      notices.map(({ kind }) => kind),
      ["unknown_account"]
    )
  })

  test("A1: has receipts only for the number's workspaces, of an app that serves several", function* () {
    const { appSecret } = accountOf(1)
    const second = { ...accountOf(2, other), appSecret }
    const shared = { ...accountOf(1, other), appSecret }
    const workspacesOf = Effect.fnUntraced(function* (accounts: ReadonlyArray<WhatsAppAccount>) {
      const { read } = yield* webhookOf(WhatsAppAccounts.layerOf(accounts))
      const { receipts } = yield* read(signed(accountOf(1), bodyOf("111", "112")))
      return receipts.map(({ workspaces }) => workspaces)
    })
    assert.deepStrictEqual(yield* workspacesOf([accountOf(1), second]), [[workspace], [other]])
    assert.deepStrictEqual(yield* workspacesOf([accountOf(1), shared]), [[workspace, other]])
  })

  test("that is signed and unreadable becomes a notice, because the platform would repeat it for days", function* () {
    const { read } = yield* webhook
    for (const text of ["", "{", "[]", '{"object":"page","entry":[]}']) {
      const { notices } = yield* read(signed(accountOf(1), new TextEncoder().encode(text)))
      assert.deepStrictEqual(
        notices.map(({ kind, level }) => [kind, level]),
        [["unreadable", "warning"]]
      )
    }
  })

  test("must be delivered again while the accounts cannot be read", function* () {
    const failing = Effect.fail(new StorageError({ reason: "Unavailable", cause: "down" }))
    const { read, verify } = yield* webhookOf(WhatsAppAccounts.layerFrom(failing))
    const query = { "hub.mode": "subscribe", "hub.verify_token": "verify 2", "hub.challenge": "1" }
    assert.strictEqual((yield* Effect.flip(verify(query))).reason, "Unavailable")
    assert.strictEqual((yield* Effect.flip(read(signed(accountOf(1), bodyOf("111"))))).reason, "Unavailable")
  })

  live("that reports a template reloads the templates", function* () {
    const { context, fake, templates } = yield* fakeWithChannel()
    assert.lengthOf(yield* templates.list(workspace), goldens.length)
    yield* fake.setTemplates([golden("image").template])
    assert.lengthOf(yield* templates.list(workspace), goldens.length)
    const report = {
      object: "whatsapp_business_account",
      entry: [{ id: "221", changes: [{ field: "message_template_status_update", value: { event: "DISABLED" } }] }]
    }
    const body = new TextEncoder().encode(JSON.stringify(report))
    const { notices } = yield* Effect.provideContext(
      Effect.flatMap(ChannelWebhook, ({ read }) => read(signed(accountOf(1), body))),
      context
    )
    assert.deepInclude(notices[0], { workspace, level: "warning" })
    assert.lengthOf(yield* templates.list(workspace), 1)
  })
})
