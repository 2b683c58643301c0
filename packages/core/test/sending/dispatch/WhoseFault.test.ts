import { systemCaller } from "../../../src/shared/Ids.ts"
import { assert } from "@effect/vitest"
import { type DeliveryReceipt, type ReceiptRefusal, SendError } from "@rollcall/core/channel"
import type { BroadcastDetails } from "@rollcall/core/sending"
import { dispatchFixture, quickSettings, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Duration, Effect, Metric } from "effect"
import { handful } from "../../../src/sending/channels/Attribution.ts"
import { suite } from "../../Suite.ts"

const isCompleted = ({ broadcast }: BroadcastDetails) => broadcast.status === "completed"
const isPaused = ({ broadcast }: BroadcastDetails) => broadcast.status === "paused"

const refused = () => new SendError({ reason: "Refused", detail: "no", code: "132012", recipient: "invalid_parameter" })

/** One message a group, one group at a time. */
const oneByOne = { ...quickSettings, workersPerBroadcast: 1, concurrency: 1, chunk: 1 }

suite(storage)("a refusal that can be the recipient's or everyone's fault", (test) => {
  test.each([quickSettings, oneByOne])(
    "B23: of every recipient pauses after a few and writes no recipient off, even if resumed repeatedly",
    function* (settings) {
      let isRefused = true
      const channel = scriptedChannel({ script: () => (isRefused ? refused() : "accept") })
      const fixture = yield* dispatchFixture(channel, settings)
      yield* Effect.all([fixture.startProcess, fixture.startProcess])
      const uuid = yield* fixture.create(reminderTo(30))
      for (let times = 0; times < 4; times++) {
        const { broadcast, counters } = yield* fixture.until(uuid, isPaused)
        assert.strictEqual(broadcast.statusReason, "refused (132012)")
        assert.deepStrictEqual([counters.failed, counters.rejected, counters.sent], [0, 0, 0])
        assert.isAtLeast(channel.calls.length, handful)
        yield* fixture.broadcasts.resume(systemCaller(fixture.workspace), uuid)
      }
      isRefused = false
      yield* fixture.until(uuid, ({ broadcast, counters }) => broadcast.status !== "sending" || counters.sent === 30)
      assert.strictEqual(new Set(channel.accepted.map(({ to }) => to)).size, channel.accepted.length)
    }
  )

  test.each([quickSettings, oneByOne])(
    "B23: of some recipients, including the first and the last, fails only these",
    function* (settings) {
      const channel = scriptedChannel({ script: ({ to }) => (/[05]$/.test(to) ? refused() : "accept") })
      const fixture = yield* dispatchFixture(channel, settings)
      yield* Effect.all([fixture.startProcess, fixture.startProcess])
      const uuid = yield* fixture.create(reminderTo(26))
      const { counters } = yield* fixture.until(uuid, isCompleted)
      assert.deepStrictEqual([counters.sent, counters.failed], [20, 6])
      const failed = (yield* fixture.recipients(uuid)).filter(({ status }) => status === "undeliverable")
      assert.isTrue(failed.every(({ error, reason }) => reason === "invalid_parameter" && error === "no"))
    }
  )

  test("B23: that begins in the middle writes off at most a handful, and none after a resume", function* () {
    let sends = 0
    const channel = scriptedChannel({ script: () => (++sends > 20 ? refused() : "accept") })
    const fixture = yield* dispatchFixture(channel, oneByOne)
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(100))
    for (let times = 0; times < 3; times++) {
      const { counters } = yield* fixture.until(uuid, isPaused)
      assert.deepStrictEqual([counters.sent, counters.failed], [20, handful])
      yield* fixture.broadcasts.resume(systemCaller(fixture.workspace), uuid)
    }
  })

  test("B23: with a code unknown to the channel pauses after a handful, whatever else is accepted", function* () {
    const unknown = new SendError({ reason: "Refused", detail: "no", code: "999", isUnrecognized: true })
    const channel = scriptedChannel({ script: ({ to }) => (/[02468]$/.test(to) ? unknown : "accept") })
    const fixture = yield* dispatchFixture(channel)
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(60))
    const { broadcast, counters } = yield* fixture.until(uuid, isPaused)
    assert.strictEqual(broadcast.statusReason, "refused (999)")
    assert.strictEqual(counters.failed, handful)
  })

  test.each([{ code: "999", isUnrecognized: true }, { code: "131053", retries: 1 }, { code: "131016" }])(
    "B15, B23: a transient error for everyone writes off no recipient when the retries are used up: $code",
    function* (error) {
      let isBroken = true
      const transient = new SendError({ reason: "Transient", detail: "no", ...error })
      const channel = scriptedChannel({ script: () => (isBroken ? transient : "accept") })
      const fixture = yield* dispatchFixture(channel)
      yield* fixture.startProcess
      const uuid = yield* fixture.create(reminderTo(20))
      const { broadcast, counters } = yield* fixture.until(uuid, isPaused)
      const reason = `retries_exhausted (${error.code})`
      assert.deepStrictEqual([broadcast.statusReason, counters.failed], [reason, 0])
      isBroken = false
      yield* fixture.broadcasts.resume(systemCaller(fixture.workspace), uuid)
      const end = yield* fixture.until(uuid, isCompleted)
      assert.deepStrictEqual([end.counters.sent, end.counters.failed], [20, 0])
    }
  )

  test("B23: a released recipient comes after recipients that were never sent to", function* () {
    const wait = { reason: "Throttled", detail: "pair", scope: "recipient", retryAfter: Duration.millis(1) } as const
    const channel = scriptedChannel({
      script: ({ to }, earlier) => (to.endsWith("0") && earlier === 0 ? new SendError(wait) : "accept")
    })
    const fixture = yield* dispatchFixture(channel, oneByOne)
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(10))
    yield* fixture.until(uuid, isCompleted)
    assert.deepStrictEqual(
      channel.accepted.map(({ to }) => to.slice(-1)),
      ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"]
    )
  })
})

suite(storage)("a failure reported after the messages were accepted", (test) => {
  /** Sends slowly, and returns what reports the ends of messages that were sent. */
  const underWay = Effect.fnUntraced(function* () {
    const channel = scriptedChannel({ script: () => "accept" })
    const fixture = yield* dispatchFixture(channel, { ...oneByOne, rate: { perSecond: 10, burst: 1 } })
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(200))
    let reported = 0
    const report = Effect.fnUntraced(function* (
      count: number,
      end: { readonly status: "delivered" } | { readonly status: "undeliverable"; readonly refusal: ReceiptRefusal }
    ) {
      yield* fixture.eventually(() => channel.accepted.length >= reported + count)
      const some = channel.accepted.slice(reported, reported + count)
      reported += count
      const at = yield* DateTime.now
      const receipts = some.map(({ correlation }): DeliveryReceipt => ({
        ...{ workspaces: [fixture.workspace], correlation, messageId: `message-${correlation}` },
        ...{ error: null, reason: null, at },
        ...end
      }))
      // Each in a report of its own, and again.
      for (const receipt of [...receipts, ...receipts]) yield* fixture.receipts.apply("chatapp", [receipt])
      return yield* fixture.deliveries.get(systemCaller(fixture.workspace), uuid)
    })
    return { channel, fixture, report, uuid }
  })
  const failed = (refusal: ReceiptRefusal) => ({ status: "undeliverable", refusal }) as const
  const picture = failed({ reason: "Transient", code: "131053" })

  test.each(["TemplateRejected", "SenderRejected"] as const)(
    "B1, B23: pauses the broadcast at once for a %s, and not again for earlier messages",
    function* (reason) {
      const { channel, fixture, report, uuid } = yield* underWay()
      yield* fixture.eventually(() => channel.accepted.length >= 5)
      const { broadcast, counters } = yield* report(1, failed({ reason, code: "132015" }))
      const name = reason === "TemplateRejected" ? "template_rejected" : "sender_rejected"
      assert.deepStrictEqual([broadcast.status, broadcast.statusReason], ["paused", `${name} (132015)`])
      assert.strictEqual(counters.failed, 1)
      yield* fixture.pass("1 second")
      yield* fixture.broadcasts.resume(systemCaller(fixture.workspace), uuid)
      assert.strictEqual((yield* report(3, failed({ reason, code: "132015" }))).broadcast.status, "sending")
      yield* fixture.eventually(() => channel.accepted.length >= 10)
      yield* report(channel.accepted.length - 6, { status: "delivered" })
      assert.strictEqual((yield* report(1, failed({ reason, code: "132015" }))).broadcast.status, "paused")
    }
  )

  test("B23: that may be everyone's fault pauses after a handful, and not while other messages arrive", function* () {
    const { report } = yield* underWay()
    for (let times = 0; times < 3; times++) {
      yield* report(handful - 1, picture)
      assert.strictEqual((yield* report(1, { status: "delivered" })).broadcast.status, "sending")
    }
    // Five are covered by those that have arrived.
    yield* report(handful, picture)
    const { broadcast } = yield* report(handful, picture)
    assert.deepStrictEqual([broadcast.status, broadcast.statusReason], ["paused", "retries_exhausted (131053)"])
  })
})

suite(storage)("a sender limited by the provider", (test) => {
  const limit = (code: string, seconds: number) =>
    new SendError({ reason: "Throttled", detail: "a sentence", code, retryAfter: Duration.seconds(seconds) })

  test.each([
    { code: "131048", seconds: 900 },
    { code: "130429", seconds: 2 }
  ])(
    "B23: is reported after some seconds, with the code $code and a wait of $seconds s, until it continues",
    function* ({ code, seconds }) {
      let isLimited = true
      const channel = scriptedChannel({ script: () => (isLimited ? limit(code, seconds) : "accept") })
      const fixture = yield* dispatchFixture(channel)
      yield* Effect.all([fixture.startProcess, fixture.startProcess])
      const uuid = yield* fixture.create(reminderTo(30))
      const other = yield* fixture.create(reminderTo(3))
      yield* fixture.pass("1 second")
      yield* fixture.pass("7 seconds")
      yield* fixture.pass("1 second")
      const details = (one: typeof uuid) => fixture.deliveries.get(systemCaller(fixture.workspace), one)
      const { broadcast, counters } = yield* details(uuid)
      assert.deepStrictEqual([broadcast.status, broadcast.statusReason], ["sending", `sender_limited (${code})`])
      assert.deepStrictEqual([counters.failed, counters.sent], [0, 0])
      assert.match((yield* details(other)).broadcast.statusReason ?? "", /^sender_limited/)
      isLimited = false
      yield* fixture.pass(Duration.seconds(seconds))
      yield* fixture.until(uuid, isCompleted)
      assert.isNull((yield* details(uuid)).broadcast.statusReason)
      const { events } = yield* fixture.events.read(systemCaller(fixture.workspace), { types: ["broadcast.limited"] })
      assert.include(
        events.map((event) => ("broadcastUuid" in event && "reason" in event ? event.reason : null)),
        `sender_limited (${code})`
      )
      const metrics = (yield* Metric.snapshot).filter(({ id }) => id === "rollcall.broadcasts.limited")
      const ofCode = metrics.find(({ attributes }) => attributes?.["reason"] === `sender_limited (${code})`)
      assert.deepInclude(ofCode?.state, { count: 2 })
    }
  )

  test("B23: is not reported for its own rate, or for a short wait", function* () {
    const channel = scriptedChannel({ script: (_, earlier) => (earlier === 0 ? limit("130429", 1) : "accept") })
    const fixture = yield* dispatchFixture(channel, { ...quickSettings, rate: { perSecond: 0.1, burst: 1 } })
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(4))
    for (let times = 0; times < 60; times++) {
      yield* fixture.pass("1 second")
      const { broadcast } = yield* fixture.deliveries.get(systemCaller(fixture.workspace), uuid)
      assert.isNull(broadcast.statusReason)
    }
  })
})
