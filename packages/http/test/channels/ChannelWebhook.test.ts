import { assert, describe } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { ChannelWebhook, type InboundBatch, WebhookRefused } from "@rollcall/core/channel"
import type { Inbox } from "@rollcall/core/sending"
import { Effect, Fiber, Latch } from "effect"
import { makeApp } from "../App.ts"
import { test } from "../../../core/test/Suite.ts"

const batch: InboundBatch = {
  receipts: [],
  messages: [],
  notices: [
    { workspace: null, kind: "account_update", level: "info", detail: "it was updated", occurrence: "", data: null }
  ]
}

/** A channel that takes a body that it is signed with. */
const webhook = ChannelWebhook.of({
  path: "postcards",
  verify: ({ challenge, token }) =>
    token === "right"
      ? Effect.succeed(challenge ?? "")
      : Effect.fail(new WebhookRefused({ reason: "Unauthorized", detail: "the token is another one" })),
  read: ({ body, headers }) => {
    const text = new TextDecoder().decode(body)
    if (text === "away") return Effect.fail(new WebhookRefused({ reason: "Unavailable", detail: "ask again" }))
    if (text === "odd") return Effect.fail(new WebhookRefused({ reason: "Malformed", detail: "no report" }))
    return headers["x-signature"] === `signed ${text}`
      ? Effect.succeed(batch)
      : Effect.fail(new WebhookRefused({ reason: "Unauthorized", detail: "the signature is another one" }))
  }
})

const mounted = Effect.fnUntraced(function* (take: Inbox["Service"]["take"]) {
  return yield* makeApp({ channelWebhooks: [webhook], inbox: { take } })
})

const path = "/channels/postcards/webhook"

describe("a channel's webhook", () => {
  test("answers the channel's verification without a bearer token", function* () {
    const send = yield* mounted(() => Effect.void)
    const verified = yield* send("GET", `${path}?token=right&challenge=a%3Cb%3E1`, { token: null })
    assert.deepStrictEqual([verified.status, verified.text], [200, "a<b>1"])
    assert.include(verified.headers.get("content-type") ?? "", "text/plain")
    const refused = yield* send("GET", `${path}?token=wrong&challenge=1`, { token: null })
    assert.strictEqual(refused.status, 403)
    assert.deepStrictEqual(refused.json, {
      error: { message: "403 FORBIDDEN", details: "the token is another one" }
    })
  })

  test("stores a report before it responds, and stores nothing of a rejected report", function* () {
    const taken: Array<InboundBatch> = []
    const send = yield* mounted((_channelType, batch) => Effect.sync(() => void taken.push(batch)))
    const answer = yield* send("POST", path, {
      token: null,
      body: "{ raw",
      headers: { "x-signature": "signed { raw" }
    })
    assert.deepStrictEqual([answer.status, answer.text], [200, ""])
    assert.deepStrictEqual(taken, [batch])
    for (const [body, status] of [
      ["{ raw", 403],
      ["odd", 400],
      ["away", 503]
    ] as const) {
      assert.strictEqual((yield* send("POST", path, { token: null, body })).status, status, body)
    }
    const large = yield* send("POST", path, { token: null, body: "x".repeat(4 * 1024 * 1024 + 1) })
    assert.strictEqual(large.status, 413)
    assert.lengthOf(taken, 1)
  })

  test("B22, W7: holds two bodies of more than 1 MiB at once, returns 503 for a third, and accepts small ones", function* () {
    const gate = yield* Latch.make()
    const held = yield* Latch.make()
    let waiting = 0
    const send = yield* mounted(() =>
      Effect.gen(function* () {
        waiting += 1
        if (waiting === 2) yield* held.open
        yield* gate.await
      })
    )
    const large = "x".repeat(1024 * 1024 + 1)
    const signed = (body: string) => ({ token: null, body, headers: { "x-signature": `signed ${body}` } })
    const first = yield* Effect.forkChild(send("POST", path, signed(large)))
    const second = yield* Effect.forkChild(send("POST", path, signed(large)))
    yield* held.await
    const third = yield* send("POST", path, signed(large))
    assert.strictEqual(third.status, 503)
    assert.isNotNull(third.headers.get("retry-after"))
    const small = yield* Effect.forkChild(send("POST", path, signed("x")))
    yield* gate.open
    for (const fiber of [first, second, small]) assert.strictEqual((yield* Fiber.join(fiber)).status, 200)
    assert.strictEqual((yield* send("POST", path, signed(large))).status, 200)
  })

  test("returns 503 if the report could not be stored, so that the provider repeats it", function* () {
    const send = yield* mounted(() => Effect.fail(new StorageError({ reason: "Unavailable", cause: "down" })))
    const answer = yield* send("POST", path, { token: null, body: "x", headers: { "x-signature": "signed x" } })
    assert.strictEqual(answer.status, 503)
    assert.isNotNull(answer.headers.get("retry-after"))
  })

  test("B22: has its own path for each channel", function* () {
    const letters = ChannelWebhook.of({
      path: "letters",
      verify: () => Effect.succeed("of letters"),
      read: () => Effect.succeed({ ...batch, notices: [] })
    })
    const taken: Array<readonly [string, InboundBatch]> = []
    const send = yield* makeApp({
      channelWebhooks: [webhook, letters],
      inbox: { take: (channelType, batch) => Effect.sync(() => void taken.push([channelType, batch])) }
    })
    const verified = yield* send("GET", "/channels/letters/webhook", { token: null })
    assert.deepStrictEqual([verified.status, verified.text], [200, "of letters"])
    assert.strictEqual((yield* send("GET", `${path}?token=wrong`, { token: null })).status, 403)
    yield* send("POST", path, { token: null, body: "x", headers: { "x-signature": "signed x" } })
    yield* send("POST", "/channels/letters/webhook", { token: null, body: "x" })
    assert.deepStrictEqual(taken, [
      ["postcards", batch],
      ["letters", { ...batch, notices: [] }]
    ])
  })

  test("exists only for channels with a webhook, and accepts no other method", function* () {
    const send = yield* mounted(() => Effect.void)
    assert.strictEqual((yield* send("POST", "/channels/others/webhook", { token: null })).status, 404)
    const other = yield* send("PUT", path, { token: null })
    assert.deepStrictEqual([other.status, other.headers.get("allow")], [405, "GET, POST"])
    const without = yield* makeApp()
    assert.strictEqual((yield* without("POST", path, { token: null })).status, 404)
  })
})
