import { systemCaller } from "../../../src/shared/Ids.ts"
import { assert, it } from "@effect/vitest"
import { Webhooks, WebhookSettings } from "@rollcall/core/events"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { answered, happen, makeReceiver, newContact, newWorkspace, services, startWorkers, test } from "./Receiver.ts"

const settings = { ...WebhookSettings.defaultValue(), workers: 1, concurrency: 1, jobTime: Duration.seconds(1) }

it.effect("H1: webhooks are claimed in rotation, even if each always has more events", () =>
  Effect.gen(function* () {
    yield* TestClock.adjust("1 hour")
    const receiver = makeReceiver()
    receiver.answer = () => Effect.as(Effect.sleep("100 millis"), answered(200))
    const webhooks = yield* Webhooks
    const workspace = yield* newWorkspace
    const urls = [1, 2, 3, 4].map((n) => `https://receiver.example/${n}`)
    for (const url of urls) yield* webhooks.create(systemCaller(workspace), { url })
    yield* happen(workspace, ...(yield* Effect.replicateEffect(newContact, 200)))
    yield* startWorkers(receiver)
    yield* TestClock.adjust("10 seconds")
    const counts = urls.map((url) => receiver.received.filter((request) => request.url === url).length)
    // No more than one claim apart.
    assert.isAtMost(Math.max(...counts) - Math.min(...counts), 11, String(counts))
    yield* TestClock.adjust("2 minutes")
    assert.lengthOf(receiver.received, 800)
  }).pipe(Effect.provide(services), Effect.provideService(WebhookSettings, settings))
)

test("H7: silent webhooks delay no webhook of another workspace and no other webhook of their own", function* () {
  yield* TestClock.adjust("1 hour")
  const receiver = makeReceiver()
  receiver.answer = ({ url }) => (url.includes("silent") ? Effect.never : Effect.succeed(answered(200)))
  const webhooks = yield* Webhooks
  const [one, other] = [yield* newWorkspace, yield* newWorkspace]
  for (let n = 0; n < 49; n++)
    yield* webhooks.create(systemCaller(one), { url: `https://receiver.example/silent/${n}` })
  yield* happen(one, ...(yield* Effect.replicateEffect(newContact, 3)))
  yield* startWorkers(receiver)
  yield* webhooks.create(systemCaller(other), { url: "https://receiver.example/other" })
  const countOf = (name: string) => receiver.received.filter(({ url }) => url.endsWith(name)).length
  for (let n = 1; n <= 20; n++) {
    yield* TestClock.adjust("5 seconds")
    yield* happen(other, yield* newContact)
    yield* TestClock.adjust("1 second")
    assert.strictEqual(countOf("/other"), n)
  }
  // By now each of the silent ones has failed.
  const failing = (yield* webhooks.list(systemCaller(one))).filter(({ failure }) => failure !== null)
  assert.lengthOf(failing, 49)
  yield* webhooks.create(systemCaller(one), { url: "https://receiver.example/healthy" })
  for (let n = 1; n <= 20; n++) {
    yield* happen(one, yield* newContact)
    yield* TestClock.adjust("1 second")
    assert.strictEqual(countOf("/healthy"), n)
    yield* TestClock.adjust("5 seconds")
  }
})
