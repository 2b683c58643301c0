import { assert, layer as layerSuite } from "@effect/vitest"
import type { RecipientStatus, Storage } from "@rollcall/core/storage"
import { Clock, Duration, Effect, type Layer } from "effect"
import { dispatchFixture, quickSettings, reminderTo } from "./DispatchFixture.ts"
import { channelError, scriptedChannel } from "./ScriptedChannel.ts"

/** What the channel does with a message, and the resulting status, by the last digit of the recipient. */
const endings: ReadonlyArray<{
  readonly sends: number
  readonly status: RecipientStatus
  readonly script: (earlier: number) => "accept" | "hang" | ReturnType<typeof channelError>
}> = [
  { sends: 1, status: "delivered", script: () => "accept" },
  { sends: 3, status: "delivered", script: (earlier) => (earlier < 2 ? channelError("Transient") : "accept") },
  { sends: 4, status: "undeliverable", script: () => channelError("Transient") },
  { sends: 2, status: "delivered", script: (earlier) => (earlier < 1 ? channelError("Throttled") : "accept") },
  { sends: 1, status: "undeliverable", script: () => channelError("Undeliverable") },
  { sends: 1, status: "unknown", script: () => channelError("OutcomeUnknown") },
  { sends: 1, status: "unknown", script: () => "hang" },
  { sends: 2, status: "delivered", script: (earlier) => (earlier < 1 ? channelError("TemplateRejected") : "accept") },
  { sends: 2, status: "delivered", script: (earlier) => (earlier < 1 ? channelError("SenderRejected") : "accept") },
  { sends: 1, status: "delivered", script: () => "accept" }
]

/** A clock that can be set back, and sleeps as another one does. */
const slowedClock = (clock: Clock.Clock) => {
  let back = 0
  const millis = () => clock.currentTimeMillisUnsafe() - back
  const nanos = () => clock.currentTimeNanosUnsafe() - BigInt(back) * 1_000_000n
  const slowed: Clock.Clock = {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
  return { clock: slowed, setBack: (by: number) => void (back += by) }
}

const endingOf = (identifier: string) => endings[Number(identifier.slice(-1))]

/** Registers the suite that dispatches a broadcast, from its acceptance to its last receipt. */
export const dispatchSuite = <E>(name: string, storage: Layer.Layer<Storage, E>): void =>
  layerSuite(storage, { timeout: "60 seconds" })(`${name}: dispatch`, (it) => {
    it.effect("B1, B10, B12, B15: three processes bring every recipient to its end, whatever the channel says", () =>
      Effect.gen(function* () {
        const channel = scriptedChannel({
          receipts: true,
          script: ({ to }, earlier) => endingOf(to)?.script(earlier) ?? "accept"
        })
        const fixture = yield* dispatchFixture(channel, { ...quickSettings, workersPerBroadcast: 2 })
        yield* Effect.all([fixture.startProcess, fixture.startProcess, fixture.startProcess])
        const uuid = yield* fixture.create(reminderTo(40))
        let status = "sending"
        while (status !== "completed") {
          const { broadcast } = yield* fixture.until(uuid, (details) =>
            ["paused", "completed"].includes(details.broadcast.status)
          )
          status = broadcast.status
          if (status === "paused") yield* fixture.broadcasts.resume(fixture.workspace, uuid)
        }
        const { counters } = yield* fixture.until(uuid, ({ counters }) => counters.delivered === 24)
        assert.deepStrictEqual(counters, { recipients: 40, sent: 24, delivered: 24, read: 0, rejected: 0, failed: 8 })
        for (const { identifier, status } of yield* fixture.recipients(uuid)) {
          assert.strictEqual(status, endingOf(identifier)?.status, identifier)
          const calls = channel.calls.filter(({ message }) => message.to === identifier)
          assert.strictEqual(calls.length, endingOf(identifier)?.sends, identifier)
        }
        assert.strictEqual(new Set(channel.accepted.map(({ to }) => to)).size, channel.accepted.length)
      })
    )

    it.effect.each(["hangs", "dies", "interrupts itself", "hangs and cannot be interrupted"] as const)(
      "B12: a lookup that %s keeps nothing of another channel, and no other broadcast of its own, from its end",
      (how) =>
        Effect.gen(function* () {
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
            lookup: (requests) => (requests.some(({ correlation }) => faulty.has(correlation)) ? fault : Effect.void)
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
        })
    )

    it.effect("B12: one send that a channel cannot be asked about keeps no other of its broadcast from its end", () =>
      Effect.gen(function* () {
        const faulty = new Set<string>()
        const channel = scriptedChannel({
          script: () => channelError("OutcomeUnknown"),
          lookup: (requests) =>
            requests.some(({ correlation }) => faulty.has(correlation))
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
    )

    it.effect.each(["cancel", "pause"] as const)(
      "B24: after a %s is answered no send begins in any process, however long the channel makes sends wait",
      (stop) =>
        Effect.gen(function* () {
          const channel = scriptedChannel({ atOnce: 8, takes: "500 millis" })
          const fixture = yield* dispatchFixture(channel, { ...quickSettings, lease: Duration.minutes(1) })
          yield* Effect.all([fixture.startProcess, fixture.startProcess, fixture.startProcess])
          const uuid = yield* fixture.create(reminderTo(400))
          yield* fixture.eventually(() => channel.calls.length >= 24)
          yield* fixture.broadcasts[stop](fixture.workspace, uuid)
          const begun = channel.calls.length
          yield* fixture.pass("30 seconds")
          assert.lengthOf(channel.calls, begun)
          assert.lengthOf(channel.accepted, begun)
          const of = (status: RecipientStatus) =>
            Effect.map(fixture.recipients(uuid), (all) => all.filter((one) => one.status === status))
          assert.lengthOf(yield* of("sent"), begun)
          const rest = yield* of(stop === "cancel" ? "rejected" : "pending")
          assert.lengthOf(rest, 400 - begun)
          if (stop === "cancel") return assert.isTrue(rest.every(({ reason }) => reason === "cancelled"))
          yield* fixture.broadcasts.resume(fixture.workspace, uuid)
          yield* fixture.until(uuid, ({ broadcast }) => broadcast.status === "completed")
          assert.strictEqual(new Set(channel.accepted.map(({ to }) => to)).size, 400)
          assert.lengthOf(channel.accepted, 400)
        })
    )

    it.effect("B24: one that opts out while its send waits in the channel gets nothing, and the others do", () =>
      Effect.gen(function* () {
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
    )

    it.effect("B10, B12, B15: a clock that is set back by an hour delays no message by more than its own wait", () =>
      Effect.gen(function* () {
        const script: Record<string, "Transient" | "OutcomeUnknown"> = { "1": "Transient", "6": "OutcomeUnknown" }
        const channel = scriptedChannel({
          receipts: true,
          script: ({ to }, earlier) => {
            const error = earlier > 0 ? undefined : script[to.slice(-1)]
            return error === undefined ? "accept" : channelError(error)
          }
        })
        const rate = { perSecond: 10, burst: 10 }
        const fixture = yield* dispatchFixture(channel, { ...quickSettings, rate })
        const { clock, setBack } = slowedClock(yield* Clock.Clock)
        yield* fixture.startProcessBy(clock)
        const uuid = yield* fixture.create(reminderTo(40))
        yield* fixture.eventually(() => channel.accepted.length > 15)
        setBack(3_600_000)
        // Far less than an hour: see `until`.
        const { counters } = yield* fixture.until(uuid, ({ counters }) => counters.delivered === 36)
        assert.deepStrictEqual(counters, { recipients: 40, sent: 36, delivered: 36, read: 0, rejected: 0, failed: 0 })
        assert.strictEqual(new Set(channel.accepted.map(({ to }) => to)).size, channel.accepted.length)
      })
    )
  })
