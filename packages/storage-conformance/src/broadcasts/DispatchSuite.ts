import { assert, layer as layerSuite } from "@effect/vitest"
import { Clock, Duration, Effect, Latch, type Layer } from "effect"
import { type BroadcastDetails, defaultDispatchSettings, type Storage } from "@rollcall/core"
import { dispatchWorld, quickSettings, reminderTo } from "./DispatchWorld.ts"
import { channelError, scriptedChannel, type ScriptedChannel } from "./ScriptedChannel.ts"

const isCompleted = ({ broadcast }: BroadcastDetails) => broadcast.status === "completed"

const assertOnceEach = (channel: ScriptedChannel, count: number) => {
  assert.strictEqual(channel.taken.length, count)
  assert.strictEqual(new Set(channel.taken.map((message) => message.to)).size, count)
}

/** Leases that run out, and broadcasts that are looked at again, within seconds. */
const impatientSettings = { ...quickSettings, lease: Duration.seconds(8), lookAgainAfter: Duration.seconds(2) }

/** The whole path of a broadcast on a store: accepted, sent once to each, stopped, paused, taken over from the dead. */
export const dispatchSuite = <E>(name: string, storage: Layer.Layer<Storage, E>): void =>
  layerSuite(storage, { timeout: "60 seconds" })(`${name}: dispatch`, (it) => {
    it.effect("B10: hands every recipient over once and completes", () =>
      Effect.gen(function* () {
        const channel = scriptedChannel({ receipts: true })
        const world = yield* dispatchWorld(channel)
        yield* world.startProcess
        const uuid = yield* world.create(reminderTo(55))
        const { counters } = yield* world.until(
          uuid,
          (details) => isCompleted(details) && details.counters.delivered === 55
        )
        assertOnceEach(channel, 55)
        assert.deepStrictEqual(counters, { recipients: 55, sent: 55, delivered: 55, read: 0, rejected: 0, failed: 0 })
      })
    )

    it.effect("B10: three processes hand every recipient over once", () =>
      Effect.gen(function* () {
        const channel = scriptedChannel({})
        const world = yield* dispatchWorld(channel)
        yield* Effect.all([world.startProcess, world.startProcess, world.startProcess])
        const uuid = yield* world.create(reminderTo(200))
        yield* world.until(uuid, isCompleted)
        assertOnceEach(channel, 200)
      })
    )

    it.effect("B7: a broadcast whose recipients are all refused completes", () =>
      Effect.gen(function* () {
        const world = yield* dispatchWorld(scriptedChannel({}))
        yield* world.startProcess
        const refused = reminderTo(2).recipients.map((recipient) => ({ ...recipient, identifier: "+4917" }))
        const uuid = yield* world.create(reminderTo(0, { recipients: refused }))
        const { counters } = yield* world.until(uuid, isCompleted)
        assert.deepStrictEqual(counters, { recipients: 0, sent: 0, delivered: 0, read: 0, rejected: 2, failed: 0 })
      })
    )

    it.effect("B3: a scheduled broadcast starts at its time and not before", () =>
      Effect.gen(function* () {
        const channel = scriptedChannel({})
        const world = yield* dispatchWorld(channel)
        yield* world.startProcess
        const uuid = yield* world.create(reminderTo(3, { scheduledFor: yield* world.later("1 minute") }))
        yield* world.pass("59 seconds")
        assert.strictEqual(channel.calls.length, 0)
        yield* world.pass("2 seconds")
        yield* world.until(uuid, isCompleted)
        assertOnceEach(channel, 3)
      })
    )

    it.effect("B2: once a cancel is answered nothing new starts, and what was in flight finishes", () =>
      Effect.gen(function* () {
        const gate = yield* Latch.make(false)
        const channel = scriptedChannel({ gate })
        const world = yield* dispatchWorld(channel, { ...quickSettings, lanes: 2 })
        yield* world.startProcess
        const uuid = yield* world.create(reminderTo(100))
        yield* world.eventually(() => channel.calls.length === 20)
        const inFlight = channel.calls.length
        const cancelled = yield* world.broadcasts.cancel(world.workspace, uuid)
        assert.strictEqual(cancelled.status, "cancelled")
        yield* gate.open
        const { counters } = yield* world.until(uuid, (details) => details.counters.sent === inFlight)
        yield* world.pass("5 seconds")
        assert.strictEqual(channel.calls.length, inFlight)
        assert.strictEqual(counters.rejected, 100 - inFlight)
        const rejected = (yield* world.recipients(uuid)).filter((recipient) => recipient.status === "rejected")
        assert.isTrue(rejected.every((recipient) => recipient.error === "cancelled before sending"))
        assert.strictEqual((yield* world.broadcasts.cancel(world.workspace, uuid)).status, "cancelled")
      })
    )

    it.effect("B2: what is completed cannot be cancelled", () =>
      Effect.gen(function* () {
        const world = yield* dispatchWorld(scriptedChannel({}))
        yield* world.startProcess
        const uuid = yield* world.create(reminderTo(1))
        yield* world.until(uuid, isCompleted)
        const error = yield* Effect.flip(world.broadcasts.cancel(world.workspace, uuid))
        assert.strictEqual(error._tag, "BroadcastNotMovable")
      })
    )

    it.effect("B3: at valid_until no further hand-over begins", () =>
      Effect.gen(function* () {
        const channel = scriptedChannel({})
        const slow = { ...quickSettings, rate: { perSecond: 1, burst: 1 } }
        const world = yield* dispatchWorld(channel, slow)
        yield* world.startProcess
        const uuid = yield* world.create(reminderTo(60, { validUntil: yield* world.later("10 seconds") }))
        const { broadcast } = yield* world.until(uuid, ({ counters }) => counters.sent + counters.rejected === 60)
        assert.strictEqual(broadcast.status, "expired")
        const sent = channel.calls.length
        assert.isAtLeast(sent, 1)
        assert.isBelow(sent, 20)
        yield* world.pass("5 seconds")
        assert.strictEqual(channel.calls.length, sent)
        const last = (yield* world.recipients(uuid)).at(-1)
        assert.strictEqual(last?.error, "expired before sending")
      })
    )

    it.effect("B15: a transient error is retried up to three times, then the recipient carries the reason", () =>
      Effect.gen(function* () {
        const channel = scriptedChannel({
          script: (message, earlier) =>
            message.to.endsWith("0") || (message.to.endsWith("1") && earlier < 2) ? channelError("Transient") : "take"
        })
        const world = yield* dispatchWorld(channel)
        yield* world.startProcess
        const uuid = yield* world.create(reminderTo(3))
        const { counters } = yield* world.until(uuid, isCompleted)
        assert.deepStrictEqual(counters, { recipients: 3, sent: 2, delivered: 0, read: 0, rejected: 0, failed: 1 })
        assert.strictEqual(channel.calls.filter((call) => call.message.to.endsWith("0")).length, 4)
        const failed = (yield* world.recipients(uuid))[0]
        assert.strictEqual(failed?.status, "undeliverable")
        assert.include(failed?.error ?? "", "the script says Transient")
      })
    )

    it.effect("B15: a throttle waits as told and counts as no try", () =>
      Effect.gen(function* () {
        const channel = scriptedChannel({
          script: (_message, earlier) => (earlier < 5 ? channelError("Throttled") : "take")
        })
        const world = yield* dispatchWorld(channel)
        yield* world.startProcess
        const uuid = yield* world.create(reminderTo(1))
        yield* world.until(uuid, isCompleted)
        assert.strictEqual(channel.calls.length, 6)
        const waits = channel.calls.slice(1).map((call, index) => call.at - (channel.calls[index]?.at ?? 0))
        assert.isTrue(waits.every((wait) => wait >= Duration.toMillis(defaultDispatchSettings.retryAfter)))
      })
    )

    it.effect("B15: hand-overs keep to the sender's rate over all processes", () =>
      Effect.gen(function* () {
        const channel = scriptedChannel({})
        const world = yield* dispatchWorld(channel, { ...quickSettings, rate: { perSecond: 10, burst: 10 } })
        yield* Effect.all([world.startProcess, world.startProcess])
        const start = yield* Clock.currentTimeMillis
        const uuid = yield* world.create(reminderTo(60))
        yield* world.until(uuid, isCompleted)
        channel.calls.forEach((call, index) => {
          assert.isAtMost(index + 1, 10 + ((call.at - start) / 1_000) * 10 + 1)
        })
      })
    )

    it.effect("B1: template trouble pauses the broadcast, and it goes on when it is resumed", () =>
      Effect.gen(function* () {
        let trouble = true
        const channel = scriptedChannel({ script: () => (trouble ? channelError("TemplateTrouble") : "take") })
        const world = yield* dispatchWorld(channel, { ...quickSettings, lanes: 1 })
        yield* world.startProcess
        const uuid = yield* world.create(reminderTo(30))
        const { broadcast } = yield* world.until(uuid, (details) => details.broadcast.status === "paused")
        assert.strictEqual(broadcast.statusReason, "the script says TemplateTrouble")
        trouble = false
        yield* world.broadcasts.resume(world.workspace, uuid)
        yield* world.until(uuid, isCompleted)
        assertOnceEach(channel, 30)
      })
    )

    it.effect("B12: a lost answer is never handed over again", () =>
      Effect.gen(function* () {
        const channel = scriptedChannel({
          script: (message) => {
            if (message.to.endsWith("0")) return channelError("AnswerLost")
            return message.to.endsWith("1") ? "hang" : "take"
          }
        })
        const world = yield* dispatchWorld(channel)
        yield* world.startProcess
        const uuid = yield* world.create(reminderTo(3))
        const { counters } = yield* world.until(uuid, isCompleted)
        yield* world.pass("2 minutes")
        assert.strictEqual(channel.calls.length, 3)
        assert.strictEqual(counters.sent, 1)
        const statuses = (yield* world.recipients(uuid)).map((recipient) => recipient.status)
        assert.deepStrictEqual(statuses, ["unknown", "unknown", "sent"])
      })
    )

    it.effect("B12: what a dead process began is settled by the channel's record", () =>
      Effect.gen(function* () {
        const channel = scriptedChannel({})
        const world = yield* dispatchWorld(channel)
        const uuid = yield* world.create(reminderTo(30))
        const ref = { workspace: world.workspace, broadcast: uuid }
        yield* world.store.takeDue({ limit: 100, lookAgainAfter: Duration.seconds(1) })
        const claim = yield* world.store.claim(ref, { limit: 3, lease: Duration.seconds(5) })
        assert.strictEqual(claim._tag, "Claimed")
        const [first, second] = claim._tag === "Claimed" ? claim.recipients : []
        if (first === undefined || second === undefined) return assert.fail("nothing was claimed")
        channel.records.set(first.uuid, { _tag: "Taken", messageId: "from-before" })
        channel.records.set(second.uuid, { _tag: "NeverTaken" })
        yield* world.startProcess
        yield* world.until(uuid, isCompleted)
        assert.strictEqual(channel.taken.length, 28)
        const statuses = (yield* world.recipients(uuid)).map((recipient) => recipient.status)
        assert.deepStrictEqual(statuses.slice(0, 3), ["sent", "sent", "unknown"])
        assert.isFalse(channel.taken.some((message) => message.correlation === first.uuid))
      })
    )

    it.effect(
      "B12: if it is chosen, a lost answer is handed over again, and given up after as many retries as there are",
      () =>
        Effect.gen(function* () {
          const channel = scriptedChannel({
            script: (message, earlier) =>
              message.to.endsWith("0") || (message.to.endsWith("1") && earlier === 0)
                ? channelError("AnswerLost")
                : "take"
          })
          const world = yield* dispatchWorld(channel, { ...impatientSettings, onUnknown: "resend", retries: 2 })
          yield* world.startProcess
          const uuid = yield* world.create(reminderTo(3))
          const { counters } = yield* world.until(uuid, isCompleted)
          assert.deepStrictEqual(counters, { recipients: 3, sent: 2, delivered: 0, read: 0, rejected: 0, failed: 1 })
          const calls = ["0", "1", "2"].map((end) => channel.calls.filter(({ message }) => message.to.endsWith(end)))
          assert.deepStrictEqual(
            calls.map((calls) => calls.map(({ message }) => message.attempt)),
            [[1, 2, 3], [1, 2], [1]]
          )
          const [first] = yield* world.recipients(uuid)
          assert.deepStrictEqual([first?.status, first?.error], ["undeliverable", "outcome unknown"])
        })
    )

    it.effect("B12: nothing is handed over again that the channel turns out to have", () =>
      Effect.gen(function* () {
        const channel = scriptedChannel({ script: () => channelError("AnswerLost") })
        const world = yield* dispatchWorld(channel, { ...impatientSettings, onUnknown: "resend" })
        yield* world.startProcess
        const uuid = yield* world.create(reminderTo(1))
        const [recipient] = yield* world.recipients(uuid)
        if (recipient === undefined) return assert.fail("there is no recipient")
        channel.records.set(recipient.uuid, { _tag: "Taken", messageId: "found" })
        const { counters } = yield* world.until(uuid, isCompleted)
        assert.deepStrictEqual([counters.sent, channel.calls.length], [1, 1])
      })
    )

    it.effect("B12: or given up when the lease is over; a receipt overrides that (B11)", () =>
      Effect.gen(function* () {
        const channel = scriptedChannel({ script: () => "hang" })
        const world = yield* dispatchWorld(channel, { ...impatientSettings, onUnknown: "give-up" })
        yield* world.startProcess
        const uuid = yield* world.create(reminderTo(1))
        const { counters } = yield* world.until(uuid, isCompleted)
        assert.deepStrictEqual([counters.failed, channel.calls.length], [1, 1])
        const [recipient] = yield* world.recipients(uuid)
        if (recipient === undefined) return assert.fail("there is no recipient")
        assert.deepStrictEqual([recipient.status, recipient.error], ["undeliverable", "outcome unknown"])
        const at = yield* world.store.now
        const receipt = {
          correlation: recipient.uuid,
          messageId: "late",
          status: "delivered",
          error: null,
          at
        } as const
        yield* world.store.applyReceipts([receipt])
        const [after] = yield* world.recipients(uuid)
        assert.deepStrictEqual([after?.status, after?.error], ["delivered", null])
      })
    )
  })
