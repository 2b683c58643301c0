import { assert } from "@effect/vitest"
import { systemCaller, RecipientUuid, StorageError } from "@rollcall/core"
import { BroadcastStore, OptOutStore, type RecipientStatus } from "@rollcall/core/storage"
import { dispatchFixture, quickSettings, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Duration, Effect, Exit } from "effect"
import { addressGate, makeSendGate } from "../../../src/sending/dispatch/sending/SendGate.ts"
import { suite } from "../../Suite.ts"

const group = [1, 2, 3].map((n) => ({
  uuid: RecipientUuid.make(`0197a000-0000-7000-8000-00000000000${n}`),
  identifier: `${n}`
}))

suite(storage)("the check before a send", (test) => {
  test("B24: does not query the store soon after the mark, and later sends one query for all concurrent sends", function* () {
    const fixture = yield* dispatchFixture(scriptedChannel())
    const broadcast = yield* fixture.create(reminderTo(3))
    const store = yield* BroadcastStore
    let asked = 0
    const find = (...given: Parameters<typeof store.find>) =>
      Effect.suspend(() => {
        asked++
        return store.find(...given)
      })
    const gate = yield* Effect.provideService(
      makeSendGate({ workspace: fixture.workspace, broadcast }, null, group),
      BroadcastStore,
      BroadcastStore.of({ ...store, find })
    )
    const all = Effect.forEach(group, (one) => Effect.exit(gate(one)), { concurrency: "unbounded" })
    assert.isTrue((yield* all).every(Exit.isSuccess))
    assert.strictEqual(asked, 0)
    yield* fixture.pass("1 second")
    // Nothing has started it: it is scheduled.
    assert.isTrue((yield* all).every(Exit.isFailure))
    assert.strictEqual(asked, 1)
  })

  test("B24: lets no send begin while the store does not respond", function* () {
    const fixture = yield* dispatchFixture(scriptedChannel())
    yield* fixture.startProcess
    const later = yield* fixture.later("1 hour")
    const broadcast = yield* fixture.create(reminderTo(1, { scheduledFor: later }))
    const store = yield* BroadcastStore
    const silent = { ...store, find: () => new StorageError({ reason: "Unavailable", cause: "silent" }) }
    const gate = yield* Effect.provideService(
      makeSendGate({ workspace: fixture.workspace, broadcast }, null, group),
      BroadcastStore,
      BroadcastStore.of(silent)
    )
    yield* fixture.pass("1 second")
    const error = yield* Effect.flip(gate(group[0] ?? assert.fail("there are three")))
    assert.deepStrictEqual([error.reason, error.detail], ["Stopped", "the store does not respond"])
  })
})

suite(storage)("the check before a message without a recipient", (test) => {
  test("B24, R52: lets it begin until the address is opted out, and not while the store does not respond", function* () {
    const { optOuts, workspace } = yield* dispatchFixture(scriptedChannel())
    const [address, other] = ["4917100000001", "4917100000002"]
    const gate = addressGate(workspace, "utility", address)
    yield* gate
    yield* optOuts.record([{ workspace, address }], "message")
    const stopped = yield* Effect.flip(gate)
    assert.deepStrictEqual([stopped.reason, stopped.detail], ["Stopped", "the recipient has opted out"])
    yield* addressGate(workspace, "utility", other)
    const store = yield* OptOutStore
    const find = () => new StorageError({ reason: "Unavailable", cause: "silent" })
    const silent = OptOutStore.of({ ...store, find })
    const error = yield* Effect.flip(
      Effect.provideService(addressGate(workspace, "utility", other), OptOutStore, silent)
    )
    assert.deepStrictEqual([error.reason, error.detail], ["Stopped", "the store does not respond"])
  })
})

suite(storage)("a send that waits in its channel", (test) => {
  test.each(["cancel", "pause"] as const)(
    "B1, B2, B24: after a %s returns, no process begins a send, started sends end, and a paused broadcast is resumed",
    function* (stop) {
      const channel = scriptedChannel({ atOnce: 8, takes: "500 millis" })
      const fixture = yield* dispatchFixture(channel, { ...quickSettings, lease: Duration.minutes(1) })
      yield* Effect.all([fixture.startProcess, fixture.startProcess, fixture.startProcess])
      const uuid = yield* fixture.create(reminderTo(400))
      yield* fixture.eventually(() => channel.calls.length >= 24)
      const stopped = yield* fixture.broadcasts[stop](systemCaller(fixture.workspace), uuid)
      assert.strictEqual(stopped.status, stop === "cancel" ? "cancelled" : "paused")
      const begun = channel.calls.length
      yield* fixture.pass("30 seconds")
      assert.lengthOf(channel.calls, begun)
      assert.lengthOf(channel.accepted, begun)
      const of = (status: RecipientStatus) =>
        Effect.map(fixture.recipients(uuid), (all) => all.filter((one) => one.status === status))
      assert.lengthOf(yield* of("sent"), begun)
      const rest = yield* of(stop === "cancel" ? "rejected" : "pending")
      assert.lengthOf(rest, 400 - begun)
      if (stop === "cancel") {
        const isRight = rest.every(
          ({ error, reason }) => reason === "cancelled" && error === "cancelled before sending"
        )
        return assert.isTrue(isRight)
      }
      const { broadcast } = yield* fixture.deliveries.get(systemCaller(fixture.workspace), uuid)
      assert.deepStrictEqual(broadcast, { ...stopped, statusReason: "paused by request" })
      const resumed = yield* fixture.broadcasts.resume(systemCaller(fixture.workspace), uuid)
      assert.deepInclude(resumed, { status: "sending", statusReason: null })
      assert.deepStrictEqual(yield* fixture.broadcasts.resume(systemCaller(fixture.workspace), uuid), resumed)
      yield* fixture.until(uuid, ({ broadcast }) => broadcast.status === "completed")
      assert.strictEqual(new Set(channel.accepted.map(({ to }) => to)).size, 400)
      assert.lengthOf(channel.accepted, 400)
    }
  )

  test("C10: an opt-out with the national form of the number stops a send that waits in the channel", function* () {
    const channel = scriptedChannel({ atOnce: 1, takes: "1 second" })
    const fixture = yield* dispatchFixture(channel)
    const { caller, contacts, optOuts, workspace } = fixture
    const { uuid: home } = yield* contacts.create(systemCaller(workspace), { phoneNumber: "030 23125 004" })
    yield* fixture.startProcess
    const recipients = ["493023125001", "493023125004", "493023125005"].flatMap((identifier) =>
      reminderTo(1).recipients.map((one) => ({ ...one, identifier }))
    )
    const uuid = yield* fixture.create(reminderTo(0, { recipients }))
    yield* fixture.eventually(() => channel.calls.length === 1)
    yield* optOuts.optOut(caller, home)
    yield* fixture.until(uuid, ({ broadcast }) => broadcast.status === "completed")
    const ends = (yield* fixture.recipients(uuid)).map(({ reason, status }) => [status, reason])
    assert.deepStrictEqual(ends, [
      ["sent", null],
      ["rejected", "opted_out"],
      ["sent", null]
    ])
    assert.lengthOf(channel.calls, 2)
  })

  test("B24: a recipient who opts out while the send waits in the channel gets nothing, and the others do", function* () {
    const channel = scriptedChannel({ atOnce: 1, takes: "1 second" })
    const fixture = yield* dispatchFixture(channel)
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(5))
    yield* fixture.eventually(() => channel.calls.length === 1)
    const [, second] = yield* fixture.recipients(uuid)
    if (second === undefined) return assert.fail("there is no recipient")
    assert.strictEqual(second.status, "sending")
    yield* fixture.optOuts.record([{ workspace: fixture.workspace, address: second.identifier }], "channel")
    yield* fixture.until(uuid, ({ broadcast }) => broadcast.status === "completed")
    assert.lengthOf(channel.accepted, 4)
    const [, after] = yield* fixture.recipients(uuid)
    assert.deepStrictEqual([after?.status, after?.reason], ["rejected", "opted_out"])
  })
})
