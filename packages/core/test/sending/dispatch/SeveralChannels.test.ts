import { systemCaller } from "../../../src/shared/Ids.ts"
import { assert } from "@effect/vitest"
import type { BroadcastUuid } from "@rollcall/core"
import { correlationOf, MessageChannel, type OutboundMessage } from "@rollcall/core/channel"
import { type BroadcastDetails, transition } from "@rollcall/core/sending"
import { dispatchFixture, quickSettings, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Clock, Duration, Effect, Layer } from "effect"
import { beginSends } from "../delivery/BeginSends.ts"
import { suite } from "../../Suite.ts"

const isCompleted = ({ broadcast }: BroadcastDetails) => broadcast.status === "completed"
const isPaused = ({ broadcast }: BroadcastDetails) => broadcast.status === "paused"

/** Leases that expire, and broadcasts that are due again, within seconds. */
const shortSettings = { ...quickSettings, lease: Duration.seconds(8), nextCheckAfter: Duration.seconds(2) }

/** A channel that numbers its messages from 1. */
const numbering = (channelType: string) => {
  const channel = scriptedChannel({ channelType })
  const layer = Layer.effect(
    MessageChannel,
    Effect.map(MessageChannel, ({ send, ...rest }) => {
      return {
        ...rest,
        send: (message: OutboundMessage) => Effect.map(send(message), () => String(channel.accepted.length))
      }
    })
  ).pipe(Layer.provide(channel.layer))
  return { ...channel, layer }
}

const twoChannels = (options: Parameters<typeof scriptedChannel>[0] = {}) => ({
  chatapp: scriptedChannel(options),
  sms: scriptedChannel({ ...options, channelType: "sms" })
})

const bySms = { channelType: "sms" }

type Fixture = Effect.Success<ReturnType<typeof dispatchFixture>>

/** Begins to send a broadcast, as a process does that dies then. Returns the recipient that it was sending to. */
const beginAndDie = Effect.fnUntraced(function* (fixture: Fixture, broadcast: BroadcastUuid) {
  const ref = { workspace: fixture.workspace, broadcast }
  yield* transition(ref, "start", { nextCheckAfter: Duration.seconds(1) })
  const [begun] = yield* beginSends(ref, { limit: 1, lease: Duration.seconds(5) })
  return begun ?? assert.fail("nothing was claimed")
})

suite(storage)("a dispatcher with several channels", (test) => {
  test("B5: sends each broadcast through its own channel, and processes all channels' receipts", function* () {
    const { chatapp, sms } = twoChannels({ receipts: true })
    const fixture = yield* dispatchFixture([chatapp, sms])
    yield* fixture.startProcess
    const requests = [reminderTo(3), reminderTo(4, bySms), reminderTo(2, { channelType: null })]
    const uuids = yield* Effect.forEach(requests, fixture.create)
    for (const uuid of uuids) yield* fixture.until(uuid, ({ counters }) => counters.delivered === counters.recipients)
    const countsOf = ({ accepted }: typeof sms) =>
      uuids.map((uuid) => accepted.filter(({ broadcast }) => broadcast === uuid).length)
    assert.deepStrictEqual(countsOf(chatapp), [3, 0, 2])
    assert.deepStrictEqual(countsOf(sms), [0, 4, 0])
  })

  test("B11: assigns a receipt to its own channel if two channels use the same message id", function* () {
    const fixture = yield* dispatchFixture([numbering("chatapp"), numbering("sms")])
    yield* fixture.startProcess
    const uuids = yield* Effect.forEach([reminderTo(1), reminderTo(1, bySms)], fixture.create)
    for (const uuid of uuids) yield* fixture.until(uuid, isCompleted)
    const statuses = Effect.forEach(uuids, (uuid) =>
      Effect.map(fixture.recipients(uuid), ([recipient]) => recipient?.status)
    )
    const at = yield* fixture.store.now
    const receipt = { workspaces: "all", correlation: null, messageId: "1", error: null, reason: null, at } as const
    for (const [channelType, status] of [
      ["chatapp", "delivered"],
      ["sms", "read"]
    ] as const) {
      yield* fixture.receipts.apply(channelType, [{ ...receipt, status }])
    }
    assert.deepStrictEqual(yield* statuses, ["delivered", "read"])
    yield* fixture.receipts.apply("letters", [{ ...receipt, status: "read" }])
    assert.deepStrictEqual(yield* statuses, ["delivered", "read"])
  })

  test("B15: has a separate rate for a sender in each channel", function* () {
    const { chatapp, sms } = twoChannels()
    const rate = { perSecond: 1, burst: 5 }
    const fixture = yield* dispatchFixture([chatapp, sms], { ...quickSettings, rate })
    yield* fixture.startProcess
    const start = yield* Clock.currentTimeMillis
    yield* fixture.create(reminderTo(10))
    yield* fixture.create(reminderTo(10, bySms))
    yield* fixture.eventually(() => chatapp.calls.length >= 5 && sms.calls.length >= 5)
    // Of one bucket, ten permits take five seconds.
    for (const { calls } of [chatapp, sms]) assert.isBelow((calls[4]?.at ?? Infinity) - start, 3_000)
  })

  test("B12: asks a broadcast's channel for the outcome of its sends", function* () {
    const { chatapp, sms } = twoChannels()
    const fixture = yield* dispatchFixture([chatapp, sms])
    const uuid = yield* fixture.create(reminderTo(3, bySms))
    const claimed = yield* beginAndDie(fixture, uuid)
    chatapp.results.set(claimed.uuid, { _tag: "NotAccepted" })
    sms.results.set(claimed.uuid, { _tag: "Accepted", messageId: "from-before" })
    yield* fixture.startProcess
    yield* fixture.until(uuid, isCompleted)
    assert.lengthOf(sms.calls, 2)
    assert.isFalse(
      sms.calls.some(({ message }) => message.correlation === correlationOf(fixture.workspace, claimed.uuid))
    )
    assert.lengthOf(chatapp.calls, 0)
  })

  test("B1, B5: pauses a broadcast without its channel, with the reason; a process with the channel sends it", function* () {
    const { chatapp, sms } = twoChannels()
    const fixture = yield* dispatchFixture([chatapp, sms])
    const uuid = yield* fixture.create(reminderTo(3, bySms))
    const without = Effect.gen(function* () {
      yield* (yield* dispatchFixture(chatapp)).startProcess
      return yield* fixture.until(uuid, isPaused)
    })
    const { broadcast, counters } = yield* Effect.scoped(without)
    assert.strictEqual(broadcast.statusReason, 'the channel "sms" is not registered')
    assert.deepStrictEqual(counters, { recipients: 3, sent: 0, delivered: 0, read: 0, rejected: 0, failed: 0 })
    assert.lengthOf(chatapp.calls, 0)

    yield* fixture.startProcess
    yield* fixture.pass("1 minute")
    assert.lengthOf(sms.calls, 0)
    yield* fixture.broadcasts.resume(systemCaller(fixture.workspace), uuid)
    yield* fixture.until(uuid, isCompleted)
    assert.deepStrictEqual([sms.accepted.length, chatapp.calls.length], [3, 0])
  })

  test.each(["give-up", "resend"] as const)(
    "B12: decides nothing about sends of a missing channel, even if it is configured to %s",
    function* (onUnknown) {
      const { chatapp, sms } = twoChannels()
      const fixture = yield* dispatchFixture([chatapp, sms], shortSettings)
      const uuid = yield* fixture.create(reminderTo(1, bySms))
      const claimed = yield* beginAndDie(fixture, uuid)
      chatapp.results.set(claimed.uuid, { _tag: "NotAccepted" })
      sms.results.set(claimed.uuid, { _tag: "Accepted", messageId: "from-before" })
      const statuses = Effect.map(fixture.recipients(uuid), (recipients) => recipients.map(({ status }) => status))
      const without = Effect.gen(function* () {
        yield* (yield* dispatchFixture(chatapp, { ...shortSettings, onUnknown })).startProcess
        yield* fixture.until(uuid, isPaused)
        for (let seconds = 0; seconds < 40; seconds++) yield* fixture.pass("1 second")
      })
      yield* Effect.scoped(without)
      assert.deepStrictEqual(yield* statuses, ["unknown"])

      yield* fixture.startProcess
      yield* fixture.broadcasts.resume(systemCaller(fixture.workspace), uuid)
      yield* fixture.until(uuid, isCompleted)
      assert.deepStrictEqual(yield* statuses, ["sent"])
      assert.deepStrictEqual([sms.calls.length, chatapp.calls.length], [0, 0])
    }
  )
})
