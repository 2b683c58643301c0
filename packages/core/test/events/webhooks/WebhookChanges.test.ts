import { assert, describe } from "@effect/vitest"
import { systemCaller } from "@rollcall/core"
import { nextId, WebhookUuid } from "@rollcall/core/operations"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { refusal } from "../../Services.ts"
import { answered, firstCursors, fixture, happen, messageOf, newContact, newWorkspace, test, url } from "./Receiver.ts"

const moved = "https://receiver.example/moved"

describe("a change of a webhook", () => {
  test("keeps omitted members, and is validated like a new webhook", function* () {
    const { get, update, webhook } = yield* fixture
    yield* TestClock.adjust("1 hour")
    yield* update({ types: ["contact.erased"] })
    const changed = yield* update({ url: moved })
    assert.deepInclude(changed, { ...webhook, url: moved, types: ["contact.erased"], updatedAt: changed.updatedAt })
    assert.isAbove(changed.updatedAt.epochMilliseconds, webhook.updatedAt.epochMilliseconds)
    assert.deepStrictEqual(yield* get, changed)
    for (const refused of ["http://receiver.example", "https://10.0.0.1", "https://me:you@receiver.example"]) {
      assert.deepStrictEqual(yield* refusal(update({ url: refused, types: null })), ["value_error url"])
    }
    assert.deepStrictEqual(yield* get, changed)
    assert.isNull((yield* update({ types: null })).types)
  })

  test("A1: does not find a webhook of another workspace", function* () {
    const { webhook, webhooks } = yield* fixture
    const other = yield* newWorkspace
    for (const uuid of [webhook.uuid, WebhookUuid.make(yield* nextId)]) {
      assert.deepStrictEqual(yield* refusal(webhooks.update(systemCaller(other), uuid, { url: moved })), [
        "WebhookNotFound"
      ])
    }
  })

  test("H1, H4: of its URL sends its waiting events at once, each in order", function* () {
    const { get, receiver, update, workspace } = yield* fixture
    receiver.answer = ({ url: to }) => Effect.succeed(answered(to === moved ? 200 : 500))
    const [one, two] = [yield* newContact, yield* newContact]
    yield* happen(workspace, one, two, one)
    yield* TestClock.adjust("3 hours")
    yield* happen(workspace, two)
    const before = yield* get
    assert.lengthOf(before.waiting, 2)
    const { waiting } = yield* update({ url: moved })
    assert.deepStrictEqual(
      waiting.map(({ attempts, failingSince }) => [attempts, failingSince]),
      [
        [0, null],
        [0, null]
      ]
    )
    yield* TestClock.adjust("1 second")
    assert.isTrue(receiver.received.every(({ url: to }) => to === moved))
    assert.lengthOf(receiver.received, 4)
    const ofOne = receiver.received.filter(({ body }) => messageOf(body).data["contact_uuid"] === one)
    assert.deepStrictEqual(firstCursors(ofOne), ["1", "3"])
    assert.deepInclude(yield* get, { waiting: [], failure: null })
  })

  test("H1: applies to a running request: its response is ignored, and the event is sent to the new URL", function* () {
    const { get, receiver, update, workspace } = yield* fixture
    receiver.answer = ({ url: to }) =>
      to === url ? Effect.as(Effect.sleep("5 seconds"), answered(410)) : Effect.succeed(answered(200))
    yield* happen(workspace, yield* newContact)
    yield* TestClock.adjust("1 second")
    yield* update({ url: moved })
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(
      receiver.requests.map((request) => request.url),
      [url, moved]
    )
    assert.deepInclude(yield* get, { status: "enabled", cursor: "1", waiting: [] })
  })

  test("of its types applies to the events not received yet, including waiting ones", function* () {
    const { get, receiver, update, workspace } = yield* fixture
    receiver.answer = () => Effect.succeed(answered(500))
    yield* happen(workspace, yield* newContact)
    yield* TestClock.adjust("1 second")
    yield* update({ types: ["contact.erased"] })
    yield* TestClock.adjust("1 hour")
    assert.lengthOf(receiver.requests, 1)
    assert.deepInclude(yield* get, { waiting: [], failure: null })
  })

  test("H4: does not enable a disabled webhook", function* () {
    const { receiver, update, webhook, webhooks, workspace } = yield* fixture
    receiver.answer = ({ url: to }) => Effect.succeed(answered(to === url ? 410 : 200))
    yield* happen(workspace, yield* newContact)
    yield* TestClock.adjust("1 second")
    assert.deepInclude(yield* update({ url: moved }), { status: "disabled", statusReason: "gone" })
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual(receiver.received, [])
    yield* webhooks.replay(systemCaller(workspace), webhook.uuid, {})
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(firstCursors(receiver.received).slice(0, 1), ["1"])
  })
})
