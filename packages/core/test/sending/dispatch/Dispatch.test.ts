import { assert } from "@effect/vitest"
import { systemCaller, DispatchSettings } from "@rollcall/core"
import { correlationOf } from "@rollcall/core/channel"
import { type BroadcastDetails, transition } from "@rollcall/core/sending"
import {
  channelError,
  dispatchFixture,
  quickSettings,
  reminderTo,
  scriptedChannel,
  type ScriptedChannel
} from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Clock, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { beginSends } from "../delivery/BeginSends.ts"
import { suite } from "../../Suite.ts"

const isCompleted = ({ broadcast }: BroadcastDetails) => broadcast.status === "completed"

const assertOnceEach = (channel: ScriptedChannel, count: number) => {
  assert.strictEqual(channel.accepted.length, count)
  assert.strictEqual(new Set(channel.accepted.map((message) => message.to)).size, count)
}

/** Leases that expire, and broadcasts that are due again, within seconds. */
const shortSettings = { ...quickSettings, lease: Duration.seconds(8), nextCheckAfter: Duration.seconds(2) }

suite(storage)("a dispatcher", (test, it) => {
  test("B7: completes a broadcast with only rejected recipients", function* () {
    const fixture = yield* dispatchFixture(scriptedChannel())
    yield* fixture.startProcess
    const refused = reminderTo(2).recipients.map((recipient) => ({ ...recipient, identifier: "+4917" }))
    const uuid = yield* fixture.create(reminderTo(0, { recipients: refused }))
    const { counters } = yield* fixture.until(uuid, isCompleted)
    assert.deepStrictEqual(counters, { recipients: 0, sent: 0, delivered: 0, read: 0, rejected: 2, failed: 0 })
  })

  test("B3: starts a scheduled broadcast at its time and not earlier", function* () {
    const channel = scriptedChannel()
    const fixture = yield* dispatchFixture(channel)
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(3, { scheduledFor: yield* fixture.later("1 minute") }))
    yield* fixture.pass("59 seconds")
    assert.strictEqual(channel.calls.length, 0)
    yield* fixture.pass("2 seconds")
    yield* fixture.until(uuid, isCompleted)
    assertOnceEach(channel, 3)
  })

  it.effect("B24: returns from a cancel or pause only after connecting requests are written", () =>
    Effect.forEach(
      ["cancel", "pause"] as const,
      Effect.fnUntraced(function* (stop) {
        let connecting = 0
        const counted = Effect.sync(() => connecting++)
        const connects = Effect.andThen(counted, TestClock.withLive(Effect.sleep("80 millis")))
        const channel = scriptedChannel({ connects })
        const fixture = yield* dispatchFixture(channel)
        yield* fixture.startProcess
        const uuid = yield* fixture.create(reminderTo(200))
        yield* fixture.eventually(() => connecting > 0)
        yield* fixture.broadcasts[stop](systemCaller(fixture.workspace), uuid)
        const written = channel.calls.length
        assert.isAtLeast(written, 1)
        yield* TestClock.withLive(Effect.sleep("200 millis"))
        assert.strictEqual(channel.calls.length, written)
      }),
      { discard: true }
    )
  )

  test("B3: starts no send from valid_until", function* () {
    const channel = scriptedChannel()
    const slow = { ...quickSettings, rate: { perSecond: 1, burst: 1 } }
    const fixture = yield* dispatchFixture(channel, slow)
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(60, { validUntil: yield* fixture.later("10 seconds") }))
    const { broadcast } = yield* fixture.until(uuid, ({ counters }) => counters.sent + counters.rejected === 60)
    assert.strictEqual(broadcast.status, "expired")
    const sent = channel.calls.length
    assert.isAtLeast(sent, 1)
    assert.isBelow(sent, 20)
    yield* fixture.pass("5 seconds")
    assert.strictEqual(channel.calls.length, sent)
    const last = (yield* fixture.recipients(uuid)).at(-1)
    assert.deepStrictEqual([last?.reason, last?.error], ["expired", "expired before sending"])
  })

  test("B15: retries a transient error up to three times, then stores the reason on the recipient", function* () {
    const channel = scriptedChannel({
      script: (message, earlier) =>
        message.to.endsWith("0") || (message.to.endsWith("1") && earlier < 2) ? channelError("Transient") : "accept"
    })
    const fixture = yield* dispatchFixture(channel)
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(3))
    const { counters } = yield* fixture.until(uuid, isCompleted)
    assert.deepStrictEqual(counters, { recipients: 3, sent: 2, delivered: 0, read: 0, rejected: 0, failed: 1 })
    assert.strictEqual(channel.calls.filter((call) => call.message.to.endsWith("0")).length, 4)
    const [failed] = yield* fixture.recipients(uuid)
    assert.deepStrictEqual([failed?.status, failed?.reason], ["undeliverable", "retries_exhausted"])
    assert.include(failed?.error ?? "", "the script says Transient")
  })

  test("B15: waits as long as a throttle requires, without counting a retry", function* () {
    const channel = scriptedChannel({
      script: (_message, earlier) => (earlier < 5 ? channelError("Throttled") : "accept")
    })
    const fixture = yield* dispatchFixture(channel)
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(1))
    yield* fixture.until(uuid, isCompleted)
    assert.strictEqual(channel.calls.length, 6)
    const waits = channel.calls.slice(1).map((call, index) => call.at - (channel.calls[index]?.at ?? 0))
    assert.isTrue(waits.every((wait) => wait >= Duration.toMillis(DispatchSettings.defaultValue().retryAfter)))
  })

  test("B15: keeps to the sender's rate across all processes", function* () {
    const channel = scriptedChannel()
    const fixture = yield* dispatchFixture(channel, { ...quickSettings, rate: { perSecond: 10, burst: 10 } })
    yield* Effect.all([fixture.startProcess, fixture.startProcess])
    const start = yield* Clock.currentTimeMillis
    const uuid = yield* fixture.create(reminderTo(60))
    yield* fixture.until(uuid, isCompleted)
    channel.calls.forEach((call, index) => {
      assert.isAtMost(index + 1, 10 + ((call.at - start) / 1_000) * 10 + 1)
    })
  })

  test("B15: delays no other sender while one has no permits", function* () {
    const channel = scriptedChannel()
    const fixture = yield* dispatchFixture(channel, { ...quickSettings, rate: { perSecond: 1, burst: 1 } })
    yield* fixture.startProcess
    yield* Effect.replicateEffect(fixture.create(reminderTo(50)), 6, { discard: true })
    yield* fixture.pass("5 seconds")
    const start = yield* Clock.currentTimeMillis
    yield* fixture.create(reminderTo(1, { from: "another" }))
    yield* fixture.eventually(() => channel.calls.some(({ message }) => message.from === "another"))
    const call = channel.calls.find(({ message }) => message.from === "another")
    assert.isAtMost((call?.at ?? Infinity) - start, 4_000)
  })

  test.each(["TemplateRejected", "SenderRejected"] as const)(
    "B1: pauses a broadcast at %s and resumes it, and a paused one expires (B3)",
    function* (reason) {
      let isRejected = true
      const channel = scriptedChannel({ script: () => (isRejected ? channelError(reason) : "accept") })
      const fixture = yield* dispatchFixture(channel, { ...quickSettings, workersPerBroadcast: 1 })
      yield* fixture.startProcess
      const uuid = yield* fixture.create(reminderTo(30))
      const expiring = yield* fixture.create(reminderTo(12, { validUntil: yield* fixture.later("1 minute") }))
      for (const one of [uuid, expiring]) {
        const { broadcast, counters } = yield* fixture.until(one, (details) => details.broadcast.status === "paused")
        assert.strictEqual(
          broadcast.statusReason,
          reason === "SenderRejected" ? "sender_rejected" : "template_rejected"
        )
        assert.strictEqual(counters.rejected, 0)
      }
      yield* fixture.pass("1 minute")
      const { counters } = yield* fixture.until(expiring, ({ broadcast }) => broadcast.status === "expired")
      assert.deepInclude(counters, { recipients: 12, sent: 0, rejected: 12 })
      isRejected = false
      yield* fixture.broadcasts.resume(systemCaller(fixture.workspace), uuid)
      yield* fixture.until(uuid, isCompleted)
      assertOnceEach(channel, 30)
    }
  )

  test("B12: resolves a dead process's started sends from the channel's record", function* () {
    const channel = scriptedChannel()
    const fixture = yield* dispatchFixture(channel)
    const uuid = yield* fixture.create(reminderTo(30))
    const ref = { workspace: fixture.workspace, broadcast: uuid }
    yield* transition(ref, "start", { nextCheckAfter: Duration.seconds(1) })
    const [first, second] = yield* beginSends(ref, { limit: 3, lease: Duration.seconds(5) })
    if (first === undefined || second === undefined) return assert.fail("nothing was claimed")
    channel.results.set(first.uuid, { _tag: "Accepted", messageId: "from-before" })
    channel.results.set(second.uuid, { _tag: "NotAccepted" })
    yield* fixture.startProcess
    yield* fixture.until(uuid, isCompleted)
    assert.strictEqual(channel.accepted.length, 28)
    const statuses = (yield* fixture.recipients(uuid)).map((recipient) => recipient.status)
    assert.deepStrictEqual(statuses.slice(0, 3), ["sent", "sent", "unknown"])
    assert.isFalse(
      channel.accepted.some((message) => message.correlation === correlationOf(fixture.workspace, first.uuid))
    )
  })

  test("B12: sends again after a lost response if configured, up to the maximum number of retries", function* () {
    const channel = scriptedChannel({
      script: (message, earlier) =>
        message.to.endsWith("0") || (message.to.endsWith("1") && earlier === 0)
          ? channelError("OutcomeUnknown")
          : "accept"
    })
    const fixture = yield* dispatchFixture(channel, { ...shortSettings, onUnknown: "resend", retries: 2 })
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(3))
    const begun = yield* Clock.currentTimeMillis
    const { counters } = yield* fixture.until(uuid, isCompleted)
    assert.isAtLeast((yield* Clock.currentTimeMillis) - begun, 3 * Duration.toMillis(shortSettings.lease))
    assert.deepStrictEqual(counters, { recipients: 3, sent: 2, delivered: 0, read: 0, rejected: 0, failed: 1 })
    const calls = ["0", "1", "2"].map((end) => channel.calls.filter(({ message }) => message.to.endsWith(end)))
    assert.deepStrictEqual(
      calls.map((calls) => calls.map(({ message }) => message.attempt)),
      [[1, 2, 3], [1, 2], [1]]
    )
    const [first] = yield* fixture.recipients(uuid)
    assert.deepStrictEqual([first?.status, first?.reason], ["undeliverable", "outcome_unknown"])
  })

  test("B12: sends nothing again that the channel has accepted", function* () {
    const channel = scriptedChannel({ script: () => channelError("OutcomeUnknown") })
    const fixture = yield* dispatchFixture(channel, { ...shortSettings, onUnknown: "resend" })
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(1))
    const [recipient] = yield* fixture.recipients(uuid)
    if (recipient === undefined) return assert.fail("there is no recipient")
    channel.results.set(recipient.uuid, { _tag: "Accepted", messageId: "found" })
    const { counters } = yield* fixture.until(uuid, isCompleted)
    assert.deepStrictEqual([counters.sent, channel.calls.length], [1, 1])
  })

  test("B12: otherwise gives up when the lease expires; a receipt overrides that (B11)", function* () {
    const channel = scriptedChannel({ script: () => "hang" })
    const fixture = yield* dispatchFixture(channel, { ...shortSettings, onUnknown: "give-up" })
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(1))
    const { counters } = yield* fixture.until(uuid, isCompleted)
    assert.deepStrictEqual([counters.failed, channel.calls.length], [1, 1])
    const [recipient] = yield* fixture.recipients(uuid)
    if (recipient === undefined) return assert.fail("there is no recipient")
    const { error, reason, status } = recipient
    assert.deepStrictEqual([status, reason, error], ["undeliverable", "outcome_unknown", "outcome unknown"])
    const at = yield* fixture.store.now
    const late = { messageId: "late", status: "delivered", error: null, reason: null, at } as const
    yield* fixture.receipts.apply("chatapp", [
      { ...late, workspaces: [fixture.workspace], correlation: correlationOf(fixture.workspace, recipient.uuid) }
    ])
    const [after] = yield* fixture.recipients(uuid)
    assert.deepStrictEqual([after?.status, after?.reason, after?.error], ["delivered", null, null])
  })
})
