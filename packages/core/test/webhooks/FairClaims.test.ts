import { assert, it } from "@effect/vitest"
import { Webhooks, WebhookSettings } from "@rollcall/core/storage"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { answered, happen, makeReceiver, newContact, newWorkspace, services, startWorkers } from "./Receiver.ts"

const settings = { ...WebhookSettings.defaultValue(), workers: 1, concurrency: 1, jobTime: Duration.seconds(1) }

it.effect("H1: webhooks are claimed in rotation, although there is always more for each", () =>
  Effect.gen(function* () {
    yield* TestClock.adjust("1 hour")
    const receiver = makeReceiver()
    receiver.answer = () => Effect.as(Effect.sleep("100 millis"), answered(200))
    const webhooks = yield* Webhooks
    const workspace = yield* newWorkspace
    const urls = [1, 2, 3, 4].map((n) => `https://receiver.example/${n}`)
    for (const url of urls) yield* webhooks.create(workspace, { url })
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
