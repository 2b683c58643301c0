import { assert } from "@effect/vitest"
import {
  BroadcastNotFound,
  BroadcastUuid,
  DispatchSettings,
  InvalidInput,
  Rollcall,
  type Storage
} from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { TemplateCatalog } from "@rollcall/core/channel"
import { TestSends } from "@rollcall/core/sending"
import {
  channelError,
  dispatchFixture,
  recipientError,
  reminderTo,
  scriptedChannel
} from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Effect, Fiber, Layer } from "effect"
import { suite } from "../../Suite.ts"

const template = { kind: "plain", locale: "en", status: "approved", header: null, body: 1, buttons: 0 } as const
const catalog = TemplateCatalog.layerOf([{ ...template, name: "reminder", text: { body: "Hello {{1}}" } }])

suite(storage)("test sends of a broadcast", (test) => {
  test("R52: reach the numbers with the first recipient's values, and are not counted", function* () {
    const channel = scriptedChannel({
      script: ({ to }) => {
        if (to.endsWith("2")) return recipientError("unreachable")
        return to.endsWith("3") ? channelError("OutcomeUnknown") : "accept"
      }
    })
    const { caller, create, deliveries, events, later } = yield* dispatchFixture(channel)
    const uuid = yield* create(reminderTo(3, { scheduledFor: yield* later("1 hour") }))
    const before = yield* deliveries.get(caller, uuid)
    const ports = yield* Effect.context<Storage>()
    const services = Layer.provide(Rollcall.layer, [Layer.succeedContext(ports), channel.layer, catalog])
    const send = (...[of, request]: [BroadcastUuid, Parameters<TestSends["Service"]["test"]>[2]]) =>
      Effect.provide(
        Effect.flatMap(TestSends, (sends) => sends.test(caller, of, request)),
        services
      )
    const numbers = ["4917100000001", "4917100000002", "4917100000003", "4917100000001", "+49"]
    const { message, results } = yield* send(uuid, { identifiers: numbers })
    assert.deepStrictEqual(
      results.map((result) => [result.status, "reason" in result ? result.reason : null]),
      [
        ["sent", null],
        ["failed", "Undeliverable"],
        ["unknown", "OutcomeUnknown"],
        ["rejected", "duplicate_identifier"],
        ["rejected", "invalid_identifier"]
      ]
    )
    assert.strictEqual(message?.body, "Hello Ana")
    const given = yield* send(uuid, { identifiers: ["4917100000004"], parameters: { body: { 1: "Zoë" } } })
    assert.strictEqual(given.message?.body, "Hello Zoë")
    assert.deepStrictEqual(
      channel.calls.map(({ message: { parameters, to } }) => [to, parameters.body.join()]),
      [
        ["4917100000001", "Ana"],
        ["4917100000002", "Ana"],
        ["4917100000003", "Ana"],
        ["4917100000004", "Zoë"]
      ]
    )
    assert.deepStrictEqual(yield* deliveries.get(caller, uuid), before)
    const { events: seen } = yield* events.read(caller, { types: ["broadcast.tested"] })
    assert.lengthOf(seen, 2)
    const wrong = { identifiers: ["4917100000004"], parameters: { body: { name: "Zoë" } } }
    assert.instanceOf(yield* Effect.flip(send(uuid, wrong)), InvalidInput)
    const missing = BroadcastUuid.make(yield* nextId)
    assert.instanceOf(yield* Effect.flip(send(missing, { identifiers: ["4917100000004"] })), BroadcastNotFound)
  })

  test("B24, R52: that wait for the sender's rate are not sent to people who opt out meanwhile", function* () {
    const channel = scriptedChannel()
    const { caller, create, later, optOuts, pass } = yield* dispatchFixture(channel)
    const { workspace } = caller
    const uuid = yield* create(reminderTo(1, { scheduledFor: yield* later("1 hour") }))
    const ports = yield* Effect.context<Storage>()
    const rate = { perSecond: 1, burst: 1 }
    const services = Layer.provide(Rollcall.layer, [Layer.succeedContext(ports), channel.layer, catalog])
    const identifiers = ["4917100000001", "4917100000002"]
    const test = yield* TestSends.use((sends) => sends.test(caller, uuid, { identifiers })).pipe(
      Effect.provide(services),
      Effect.provideService(DispatchSettings, { ...DispatchSettings.defaultValue(), rate }),
      Effect.forkChild
    )
    yield* Effect.repeat(pass("100 millis"), { until: () => channel.calls.length === 1 })
    yield* optOuts.record([{ workspace, address: "4917100000002" }], "message")
    yield* pass("1 second")
    const { results } = yield* Fiber.join(test)
    assert.deepStrictEqual(
      results.map((result) => [result.status, "error" in result ? result.error : null]),
      [
        ["sent", null],
        ["failed", "the recipient has opted out"]
      ]
    )
    assert.lengthOf(channel.calls, 1)
  })
})
