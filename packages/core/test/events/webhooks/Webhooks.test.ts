import { assert, describe, it } from "@effect/vitest"
import { systemCaller } from "@rollcall/core"
import { WebhookUuid, nextId } from "@rollcall/core/operations"
import { EventStore } from "@rollcall/core/storage"
import { type SignedRequest, Webhooks, WebhookSettings } from "@rollcall/core/events"
import { Clock, Duration, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { inspect } from "node:util"
import { Webhook as Verifier } from "standardwebhooks"
import { refusal } from "../../Services.ts"
import { fixture, happen, newContact, newWorkspace, services, test, url } from "./Receiver.ts"

/** Whether the package of Standard Webhooks takes a request that is signed with a secret. */
const verifies = ({ body, headers }: SignedRequest, secret: Redacted.Redacted): boolean => {
  try {
    new Verifier(Redacted.value(secret)).verify(body, { ...headers })
    return true
  } catch {
    return false
  }
}

describe("Webhooks", () => {
  test("H3: generates secrets of 256 bits with the prefix of Standard Webhooks, and shows them once", function* () {
    const { secret, webhook, webhooks, workspace } = yield* fixture
    assert.match(Redacted.value(secret), /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.notInclude(
      JSON.stringify([webhook, yield* webhooks.list(systemCaller(workspace))]),
      Redacted.value(secret).slice(6)
    )
    assert.notInclude(`${JSON.stringify({ secret })}${inspect(secret)}`, Redacted.value(secret).slice(6))
  })

  test("H3: signs so that the package standardwebhooks verifies it, and after a rotation with both secrets for 24 hours", function* () {
    const { receiver, secret: first, webhook, webhooks, workspace } = yield* fixture
    // The package compares the time of a message with the real one.
    yield* TestClock.setTime(yield* TestClock.withLive(Clock.currentTimeMillis))
    const signed = Effect.gen(function* () {
      yield* happen(workspace, yield* newContact)
      yield* TestClock.adjust("1 second")
      return receiver.requests.at(-1) ?? assert.fail("a request was sent")
    })
    const before = yield* signed
    assert.isTrue(verifies(before, first))
    assert.match(before.headers["webhook-signature"] ?? "", /^v1,\S+$/)
    assert.isFalse(verifies({ ...before, body: `${before.body} ` }, first))
    assert.match(before.headers["webhook-id"] ?? "", new RegExp(`^${workspace}_1$`))

    const { secret: second } = yield* webhooks.rotate(systemCaller(workspace), webhook.uuid)
    const between = yield* signed
    assert.deepStrictEqual([verifies(between, first), verifies(between, second)], [true, true])
    assert.match(between.headers["webhook-signature"] ?? "", /^v1,\S+ v1,\S+$/)

    yield* TestClock.adjust("24 hours")
    yield* signed
    const late = receiver.requests.at(-1)
    assert.match(late?.headers["webhook-signature"] ?? "", /^v1,\S+$/)
  })

  test("rejects a URL it would not send to, and a 51st webhook", function* () {
    const webhooks = yield* Webhooks
    const workspace = yield* newWorkspace
    assert.deepStrictEqual(yield* refusal(webhooks.create(systemCaller(workspace), { url: "http://10.0.0.1" })), [
      "value_error url"
    ])
    yield* Effect.replicateEffect(webhooks.create(systemCaller(workspace), { url }), 50)
    assert.deepStrictEqual(yield* refusal(webhooks.create(systemCaller(workspace), { url })), ["value_error "])
    yield* webhooks.create(systemCaller(yield* newWorkspace), { url })
  })

  test("A1: finds no webhook of another workspace", function* () {
    const webhooks = yield* Webhooks
    const { webhook } = yield* webhooks.create(systemCaller(yield* newWorkspace), { url })
    const other = yield* newWorkspace
    for (const uuid of [webhook.uuid, WebhookUuid.make(yield* nextId)]) {
      for (const call of [
        webhooks.get(systemCaller(other), uuid),
        webhooks.rotate(systemCaller(other), uuid),
        webhooks.replay(systemCaller(other), uuid, {}),
        webhooks.delete(systemCaller(other), uuid)
      ]) {
        assert.deepStrictEqual(yield* refusal(call), ["WebhookNotFound"])
      }
    }
    assert.deepStrictEqual(yield* webhooks.list(systemCaller(other)), [])
  })

  test("replays from a retained cursor of this store", function* () {
    const { replay, workspace } = yield* fixture
    const refused = (from: Parameters<typeof replay>[0]) => refusal(replay(from))
    yield* happen(workspace, ...(yield* Effect.replicateEffect(newContact, 3)))
    assert.deepStrictEqual(yield* refused({ after: "x" }), ["value_error after"])
    assert.deepStrictEqual(yield* refused({ after: "9" }), ["value_error after"])
    assert.deepStrictEqual(yield* refused({ after: "1", oldest: true }), ["value_error oldest"])
    assert.deepStrictEqual(yield* refused({ after: "1" }), [])
    yield* TestClock.adjust("8 days")
    yield* EventStore.use((store) => store.prune({ keepFor: Duration.days(7), limit: 100 }))
    assert.deepStrictEqual(yield* refused({ after: "1" }), ["EventsRemoved"])
  })

  test("deletes a webhook, which then gets no more events", function* () {
    const { receiver, webhook, webhooks, workspace } = yield* fixture
    yield* webhooks.delete(systemCaller(workspace), webhook.uuid)
    yield* happen(workspace, yield* newContact)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(receiver.requests, [])
    assert.deepStrictEqual(yield* webhooks.list(systemCaller(workspace)), [])
  })

  it.effect("accepts private addresses and http where they are allowed", () =>
    Effect.gen(function* () {
      const webhooks = yield* Webhooks
      const { webhook } = yield* webhooks.create(systemCaller(yield* newWorkspace), { url: "http://127.0.0.1:9/" })
      assert.strictEqual(webhook.status, "enabled")
    }).pipe(
      Effect.provide(services),
      Effect.provideService(WebhookSettings, { ...WebhookSettings.defaultValue(), allowPrivateAddresses: true })
    )
  )
})
