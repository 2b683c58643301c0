import { WorkspaceStore } from "@rollcall/core/storage"
import { assert, describe } from "@effect/vitest"
import { Broadcasts, Deliveries, DispatchSettings, Rollcall, systemCaller } from "@rollcall/core"
import type { RetryRequest } from "@rollcall/core/sending"
import { type ChannelWebhook, Receipts } from "@rollcall/core/channel"
import { layer as memory } from "@rollcall/storage-memory"
import { Duration, Effect, Layer, Schedule } from "effect"
import { layer, type WhatsAppAccount, WhatsAppAccounts } from "../src/index.ts"
import { layerConnections } from "../src/node.ts"
import { type FakeScript, startFake } from "../src/testing.ts"
import { fakeOptions, senderOf } from "./Fake.ts"
import { accountOf } from "./Fixture.ts"
import { receiveWebhooks } from "./Receiver.ts"
import { live } from "../../core/test/Suite.ts"

const quick: DispatchSettings = {
  ...DispatchSettings.defaultValue(),
  retryAfter: Duration.millis(50),
  nextCheckAfter: Duration.millis(200),
  sweepEvery: Duration.millis(100),
  rate: { perSecond: 1_000, burst: 1_000 }
}

const whatsapp = (accounts: ReadonlyArray<WhatsAppAccount>, graphUrl = "https://graph.invalid") =>
  layer({ graphUrl }).pipe(Layer.provide(WhatsAppAccounts.layerOf(accounts)), Layer.provide(layerConnections))

/** Sends one broadcast through a fake that follows a script, and returns the recipients once `wanted` is true of them. */
const broadcastThrough = Effect.fnUntraced(function* (
  script: typeof FakeScript.Encoded,
  identifiers: ReadonlyArray<string>,
  wanted: (recipients: ReadonlyArray<{ readonly status: string }>, status: string) => boolean,
  retried: ReadonlyArray<RetryRequest["reasons"]> = []
) {
  let apply: Receipts["Service"]["apply"] | undefined
  const reader: Layer.Layer<ChannelWebhook> = whatsapp([accountOf(1)])
  const webhookUrl = yield* Effect.provide(
    receiveWebhooks(({ receipts }) => apply?.("chatapp", receipts) ?? Effect.fail("not ready")),
    reader
  )
  const fake = yield* startFake({ ...fakeOptions, webhookUrl, script })
  return yield* Effect.gen(function* () {
    apply = (yield* Receipts).apply
    const [broadcasts, deliveries] = [yield* Broadcasts, yield* Deliveries]
    const caller = systemCaller(accountOf(1).workspace)
    yield* WorkspaceStore.use((store) => store.ensure("reminders", caller.workspace))
    const { uuid } = yield* broadcasts.create(caller, {
      channelType: "chatapp",
      name: "Reminders",
      templateName: "tour",
      from: senderOf(1),
      parameters: { header: { type: "video", value: "https://files.example.com/tour.mp4" }, bodyOrder: ["name"] },
      recipients: identifiers.map((identifier) => ({ identifier, parameters: { body: { name: "Zoë" } } }))
    })
    const page = { limit: 100, offset: 0 }
    const look = Effect.gen(function* () {
      const { broadcast } = yield* deliveries.get(caller, uuid)
      const { items } = yield* deliveries.recipients(caller, uuid, {}, page)
      return { broadcast, recipients: items }
    })
    const { broadcast, recipients } = yield* Effect.repeat(look, {
      schedule: Schedule.spaced("50 millis"),
      until: (seen) => wanted(seen.recipients, seen.broadcast.status)
    })
    for (const reasons of retried) {
      const retry = yield* broadcasts.retry(caller, uuid, { reasons })
      yield* Effect.repeat(deliveries.get(caller, retry.uuid), {
        schedule: Schedule.spaced("50 millis"),
        until: ({ broadcast: { status } }) => status === "completed"
      })
    }
    return { broadcast, recipients, log: yield* fake.log }
  }).pipe(
    Effect.provide(
      Layer.mergeAll(Rollcall.layer, Rollcall.layerWorkers).pipe(
        Layer.provide(whatsapp([accountOf(1)], fake.url)),
        Layer.provideMerge(Layer.fresh(memory)),
        Layer.provide(Layer.succeed(DispatchSettings, quick))
      )
    )
  )
})

const numbers = Array.from({ length: 40 }, (_, number) => `49151000${1000 + number}`)

describe("a broadcast through the platform", () => {
  live(
    "B12: is sent once to each and read, even if half the responses are lost and receipts repeat out of order",
    function* () {
      const rules = [1, 3, 5, 7, 9].map((digit) => ({ to: String(digit), lose: "close" as const }))
      const { log, recipients } = yield* broadcastThrough({ rules, reorder: true, deliveries: 2 }, numbers, (all) =>
        all.every(({ status }) => status === "read")
      )
      assert.lengthOf(recipients, numbers.length)
      assert.deepStrictEqual(log.accepted.map(({ to }) => to).toSorted(), numbers.toSorted())
    }
  )

  live("R41: with lost, rejected and late responses, and two retries, reaches everyone exactly once", function* () {
    const rules = [
      // The fake takes the message, and its answer is lost; it says nothing of half of them afterwards.
      { to: "1000", lose: "close" as const },
      { to: "1010", lose: "close" as const, receipts: [] },
      { to: "1020", lose: "close" as const, receipts: [] },
      // Refused the first time, and the second time too.
      { to: "1001", times: 1, refuse: { status: 400, code: 131026 } },
      { to: "1011", times: 1, refuse: { status: 400, code: 131026 } },
      { to: "1002", times: 2, refuse: { status: 400, code: 131026 } },
      { to: "1003", times: 4, refuse: { status: 500, code: 131000 } }
    ]
    const { log } = yield* broadcastThrough({ rules }, numbers, (_, status) => status === "completed", [
      ["undeliverable"],
      ["unreachable", "retries_exhausted"]
    ])
    const reached = log.accepted.map(({ to }) => to)
    assert.deepStrictEqual(reached.toSorted(), numbers.toSorted())
  })

  live("B15: waits for a throttle, and retries transient errors, some only once", function* () {
    const rules = [
      { to: "1000", times: 2, refuse: { status: 429, code: 130429, retryAfter: 1 } },
      { to: "1001", times: 2, refuse: { status: 500, code: 131000 } },
      { to: "1002", times: 2, refuse: { status: 400, code: 131053 } }
    ]
    const { log, recipients } = yield* broadcastThrough({ rules }, numbers.slice(0, 4), (all) =>
      all.every(({ status }) => ["read", "undeliverable"].includes(status))
    )
    assert.deepStrictEqual(
      recipients.map(({ reason, status }) => [status, reason]),
      [
        ["read", null],
        ["read", null],
        ["undeliverable", "retries_exhausted"],
        ["read", null]
      ]
    )
    assert.deepStrictEqual(log.refused, { "130429": 2, "131000": 2, "131053": 2 })
  })

  live("B21: stores on each recipient what is wrong with it, at once or later", function* () {
    const rules = [
      { to: "1000", refuse: { status: 400, code: 131026 } },
      { to: "1001", refuse: { status: 400, code: 131062 } },
      { to: "1002", receipts: ["sent" as const, { failed: 131049 }] },
      { to: "1003", receipts: [{ failed: 131026 }] }
    ]
    const { recipients } = yield* broadcastThrough({ rules }, numbers.slice(0, 4), (all) =>
      all.every(({ status }) => status === "undeliverable")
    )
    assert.deepStrictEqual(
      recipients.map(({ error, reason }) => [reason, error]),
      [
        ["unreachable", "the fake says 131026 (code 131026)"],
        ["unreachable", "the fake says 131062 (code 131062)"],
        ["capped", "the fake says 131049 (code 131049)"],
        ["unreachable", "the fake says 131026 (code 131026)"]
      ]
    )
  })

  live("B10: marks a message that the platform holds as held, until a receipt reports more", function* () {
    const rules = [
      { to: "1000", messageStatus: "held_for_quality_assessment", receipts: [] },
      { to: "1001", messageStatus: "held_for_quality_assessment" },
      { to: "1002", messageStatus: "held_for_quality_assessment", receipts: [{ failed: 131026 }] },
      { to: "1003", messageStatus: "something_new", receipts: [] }
    ]
    const { recipients } = yield* broadcastThrough(
      { rules },
      numbers.slice(0, 4),
      (all) => all.some(({ status }) => status === "read") && all.some(({ status }) => status === "undeliverable")
    )
    assert.deepStrictEqual(
      recipients.map(({ reason, status }) => [status, reason]),
      [
        ["unknown", "held_for_quality"],
        ["read", null],
        ["undeliverable", "unreachable"],
        ["sent", null]
      ]
    )
  })

  live("B1, B23: pauses when a response says that the template is paused, and counts no message as sent", function* () {
    const rules = [{ messageStatus: "paused", receipts: [] }]
    const { broadcast, recipients } = yield* broadcastThrough({ rules }, numbers, (_, status) => status === "paused")
    assert.strictEqual(broadcast.statusReason, "template_rejected (paused)")
    assert.isTrue(recipients.every(({ status }) => status === "pending"))
  })

  live("B1: pauses when the account or the template is rejected, with the reason", function* () {
    for (const code of [131042, 132015]) {
      const rules = [{ refuse: { status: 400, code } }]
      const { broadcast, log } = yield* broadcastThrough({ rules }, numbers, (_, status) => status === "paused")
      assert.strictEqual(broadcast.statusReason, `${code === 131042 ? "sender" : "template"}_rejected (${code})`)
      assert.isEmpty(log.accepted)
    }
  })
})
