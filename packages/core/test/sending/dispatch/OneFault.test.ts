import { assert } from "@effect/vitest"
import { recipientNamed, SendError } from "@rollcall/core/channel"
import type { BroadcastDetails } from "@rollcall/core/sending"
import { DeliveryStore } from "@rollcall/core/storage"
import {
  channelError,
  dispatchFixture,
  quickSettings,
  reminderTo,
  scriptedChannel
} from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Clock, Duration, Effect } from "effect"
import { suite } from "../../Suite.ts"

const isCompleted = ({ broadcast }: BroadcastDetails) => broadcast.status === "completed"

const throttled = (fields: Pick<SendError, "retryAfter" | "scope">) =>
  new SendError({ reason: "Throttled", detail: "too many", ...fields })

/** A channel that throttles some recipients until `end` is called. */
const throttling = (error: SendError, isThrottled: (to: string) => boolean = () => true) => {
  let isOver = false
  const channel = scriptedChannel({ script: ({ to }) => (!isOver && isThrottled(to) ? error : "accept") })
  return { channel, end: () => (isOver = true) }
}

suite(storage)("a silent or throttled sender", (test) => {
  test("B15: delays no broadcast of another sender, however many broadcasts it has", function* () {
    const channel = scriptedChannel({ script: ({ from }) => (from === "silent" ? "hang" : "accept") })
    const fixture = yield* dispatchFixture(channel, { ...quickSettings, grace: Duration.zero })
    yield* fixture.startProcess
    for (let n = 0; n < 20; n++) yield* fixture.create(reminderTo(100, { from: "silent" }))
    yield* fixture.eventually(() => channel.calls.length >= 20)
    const start = yield* Clock.currentTimeMillis
    const uuid = yield* fixture.create(reminderTo(300, { from: "healthy" }))
    yield* fixture.until(uuid, isCompleted)
    assert.isAtMost((yield* Clock.currentTimeMillis) - start, 2_000)
  })

  test("B15: uses at most workersPerBroadcast workers of a process per broadcast, whatever the jobs", function* () {
    const channel = scriptedChannel({ script: () => "hang" })
    const settings = { ...quickSettings, workersPerBroadcast: 2, concurrency: 5, nextCheckAfter: Duration.seconds(1) }
    const fixture = yield* dispatchFixture(channel, {
      ...settings,
      lease: Duration.minutes(2),
      grace: Duration.zero
    })
    yield* fixture.startProcess
    yield* fixture.create(reminderTo(100))
    yield* fixture.pass("30 seconds")
    assert.lengthOf(channel.calls, 10)
  })

  test("B15: sends nothing more for any of its broadcasts until the throttle ends", function* () {
    const { channel, end } = throttling(throttled({ retryAfter: Duration.seconds(30) }))
    const fixture = yield* dispatchFixture(channel, { ...quickSettings, workersPerBroadcast: 1, chunk: 10 })
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(200))
    yield* fixture.eventually(() => channel.calls.length > 0)
    const first = channel.calls.length
    const other = yield* fixture.create(reminderTo(20))
    const start = yield* Clock.currentTimeMillis
    yield* fixture.pass("20 seconds")
    assert.strictEqual(channel.calls.length, first)
    end()
    yield* fixture.until(uuid, isCompleted)
    yield* fixture.until(other, isCompleted)
    const [next] = channel.calls.slice(first)
    assert.isAtLeast((next?.at ?? 0) - start, 29_000)
    assert.isAtMost((yield* Clock.currentTimeMillis) - start, 40_000)
  })

  test("B15: continues after a limit for one recipient", function* () {
    const error = throttled({ retryAfter: Duration.seconds(30), scope: "recipient" })
    const { channel, end } = throttling(error, (to) => to.endsWith("5"))
    const fixture = yield* dispatchFixture(channel)
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(40))
    const start = yield* Clock.currentTimeMillis
    yield* fixture.until(uuid, ({ counters }) => counters.sent === 36)
    assert.isAtMost((yield* Clock.currentTimeMillis) - start, 5_000)
    assert.lengthOf(channel.calls, 40)
    end()
    yield* fixture.until(uuid, isCompleted)
  })

  test("B15: has an empty bucket in all processes while it must wait", function* () {
    const store = yield* DeliveryStore
    const { channel } = throttling(throttled({ retryAfter: Duration.seconds(30) }))
    const fixture = yield* dispatchFixture(channel)
    yield* fixture.startProcess
    yield* fixture.create(reminderTo(1))
    yield* fixture.eventually(() => channel.calls.length > 0)
    yield* fixture.pass("1 second")
    const permits = yield* store.takePermits(fixture.workspace, "chatapp 4915100000000", 1, quickSettings.rate)
    assert.strictEqual(permits.granted, 0)
    assert.isAbove(Duration.toMillis(permits.retryAfter), 20_000)
  })
})

suite(storage)("a failing lookup", (test) => {
  test.each(["hangs", "dies", "interrupts itself", "hangs and cannot be interrupted"] as const)(
    "B12: that %s delays the end of no other channel's broadcast, and of no other broadcast of its channel",
    function* (how) {
      const faulty = new Set<string>()
      const fault = {
        hangs: Effect.never,
        dies: Effect.die(new Error("no record")),
        "interrupts itself": Effect.interrupt,
        "hangs and cannot be interrupted": Effect.uninterruptible(Effect.never)
      }[how]
      const sms = scriptedChannel({
        channelType: "sms",
        script: () => channelError("OutcomeUnknown"),
        lookup: (requests) =>
          requests.some(({ correlation }) => faulty.has(recipientNamed(correlation).uuid)) ? fault : Effect.void
      })
      const chatapp = scriptedChannel()
      const settings = { ...quickSettings, lease: Duration.seconds(4), onUnknown: "give-up" as const }
      const fixture = yield* dispatchFixture([sms, chatapp], settings)
      const [bad, good] = [
        yield* fixture.create(reminderTo(3, { channelType: "sms" })),
        yield* fixture.create(reminderTo(2, { channelType: "sms" }))
      ]
      for (const { uuid } of yield* fixture.recipients(bad)) faulty.add(uuid)
      yield* fixture.startProcess
      yield* fixture.until(good, ({ broadcast }) => broadcast.status === "completed")
      const other = yield* fixture.create(reminderTo(1))
      const soon = yield* fixture.later("1 second")
      const scheduled = yield* fixture.create(reminderTo(1, { scheduledFor: soon }))
      yield* fixture.until(other, ({ broadcast }) => broadcast.status === "completed")
      yield* fixture.until(scheduled, ({ broadcast }) => broadcast.status === "completed")
      const statuses = Effect.map(fixture.recipients(bad), (all) => all.map(({ status }) => status))
      assert.deepStrictEqual(yield* statuses, ["unknown", "unknown", "unknown"])
      // The channel answers again.
      faulty.clear()
      yield* fixture.until(bad, ({ broadcast }) => broadcast.status === "completed")
      assert.deepStrictEqual(yield* statuses, ["undeliverable", "undeliverable", "undeliverable"])
    }
  )

  test("B12: of one send that the channel cannot answer delays the end of no other broadcast", function* () {
    const faulty = new Set<string>()
    const channel = scriptedChannel({
      script: () => channelError("OutcomeUnknown"),
      lookup: (requests) =>
        requests.some(({ correlation }) => faulty.has(recipientNamed(correlation).uuid))
          ? Effect.die(new Error("no record"))
          : Effect.void
    })
    const settings = { ...quickSettings, lease: Duration.seconds(4), onUnknown: "give-up" as const }
    const fixture = yield* dispatchFixture(channel, settings)
    const uuid = yield* fixture.create(reminderTo(30))
    const [, second] = yield* fixture.recipients(uuid)
    if (second !== undefined) faulty.add(second.uuid)
    yield* fixture.startProcess
    yield* fixture.until(uuid, ({ counters }) => counters.failed === 29)
    const left = (yield* fixture.recipients(uuid)).filter(({ status }) => status !== "undeliverable")
    assert.deepStrictEqual(
      left.map(({ status, uuid }) => ({ status, uuid })),
      [{ status: "unknown", uuid: second?.uuid }]
    )
  })
})
