import { assert } from "@effect/vitest"
import { systemCaller, StorageError } from "@rollcall/core"
import { MessageChannel, type OutboundMessage, RecipientFault, SendError } from "@rollcall/core/channel"
import { type BroadcastDetails, transition } from "@rollcall/core/sending"
import { DeliveryStore, Transaction } from "@rollcall/core/storage"
import {
  claimAlone,
  channelError,
  dispatchFixture,
  quickSettings,
  reminderTo,
  scriptedChannel
} from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Clock, Duration, Effect, Exit, Fiber, Latch, Layer, Logger, Scope } from "effect"
import { suite } from "../../Suite.ts"

/** A logger that keeps what is logged as an error. */
const errorLog = () => {
  const logged: Array<unknown> = []
  const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
    if (logLevel === "Error") logged.push(message)
  })
  return { logged, logger }
}

const isCompleted = ({ broadcast }: BroadcastDetails) => broadcast.status === "completed"

suite(storage)("a channel's error", (test) => {
  test("B15: is retried at most as often as the channel allows for it", function* () {
    const once = new SendError({ reason: "Transient", detail: "no media", retries: 1 })
    const channel = scriptedChannel({ script: ({ to }) => (to.endsWith("0") ? once : "accept") })
    const fixture = yield* dispatchFixture(channel)
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(2))
    yield* fixture.until(uuid, isCompleted)
    assert.strictEqual(channel.calls.length, 3)
    const failed = (yield* fixture.recipients(uuid)).find(({ status }) => status === "undeliverable")
    assert.deepStrictEqual([failed?.reason, failed?.error], ["retries_exhausted", "gave up after 1 retries: no media"])
  })

  test("B21: stores on the recipient what the channel says is wrong with it", function* () {
    const faults = RecipientFault.literals
    const channel = scriptedChannel({
      script: ({ to }) => {
        const recipient = faults[Number(to.slice(-1))]
        return recipient === undefined
          ? channelError("Undeliverable")
          : new SendError({ reason: "Undeliverable", detail: "no", recipient })
      }
    })
    const fixture = yield* dispatchFixture(channel)
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(faults.length + 1))
    yield* fixture.until(uuid, isCompleted)
    const reasons = (yield* fixture.recipients(uuid)).map(({ reason }) => reason)
    assert.deepStrictEqual(reasons, [...faults, "undeliverable"])
  })
})

suite(storage)("a channel that stops responding", (test) => {
  test("B12: leaves sends started within half a lease open; the others are sent later", function* () {
    const isStuck = (to: string) => to.endsWith("1") || to.endsWith("2")
    const channel = scriptedChannel({ script: ({ to }) => (isStuck(to) ? "hang" : "accept") })
    const lease = Duration.seconds(8)
    const fixture = yield* dispatchFixture(channel, { ...quickSettings, concurrency: 2, chunk: 10, lease })
    const begun = yield* Clock.currentTimeMillis
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(6))
    yield* fixture.until(uuid, isCompleted)
    assert.isAtLeast((yield* Clock.currentTimeMillis) - begun, Duration.toMillis(lease) / 2)
    const recipients = yield* fixture.recipients(uuid)
    const statuses = recipients.map(({ status }) => status)
    assert.deepStrictEqual(statuses, ["sent", "unknown", "unknown", "sent", "sent", "sent"])
    assert.strictEqual(channel.calls.length, 6)
    const attempts = channel.accepted.map(({ attempt, to }) => [to.slice(-1), attempt])
    assert.deepStrictEqual(attempts, [
      ["0", 1],
      ["3", 1],
      ["4", 2],
      ["5", 2]
    ])
  })
})

suite(storage)("a process that stops or dies", (test) => {
  test("B12: leaves only the running sends unknown; its other claims are sent by another process", function* () {
    const channel = scriptedChannel()
    const fixture = yield* dispatchFixture(channel, { ...quickSettings, nextCheckAfter: Duration.seconds(2) })
    const store = yield* DeliveryStore
    const transaction = yield* Transaction
    const uuid = yield* fixture.create(reminderTo(12))
    const ref = { workspace: fixture.workspace, broadcast: uuid }
    yield* transition(ref, "start", { nextCheckAfter: Duration.seconds(1) })
    const lease = Duration.seconds(5)
    const claim = yield* claimAlone(ref, { begin: 0, limit: 10, lease })
    const claimed = claim._tag === "Claimed" ? claim.deliveries : []
    yield* transaction.run(store.beginSends(ref, claimed.slice(0, 3), lease))
    yield* fixture.startProcess
    yield* fixture.until(uuid, isCompleted)
    const statuses = (yield* fixture.recipients(uuid)).map(({ status }) => status)
    assert.deepStrictEqual(statuses, [
      ...claimed.slice(0, 3).map(() => "unknown"),
      ...Array.from({ length: 9 }, () => "sent")
    ])
    assert.deepStrictEqual(
      channel.calls.map(({ message }) => message.attempt).toSorted((a, b) => a - b),
      [1, 1, 2, 2, 2, 2, 2, 2, 2]
    )
  })

  test("B12: waits for responses to its sends up to its grace period", function* () {
    const channel = scriptedChannel({ script: ({ to }) => (to.endsWith("1") ? "hang" : "accept") })
    const settings = { ...quickSettings, concurrency: 3, workersPerBroadcast: 1, grace: Duration.seconds(2) }
    const fixture = yield* dispatchFixture(channel, settings)
    const process = yield* Scope.make()
    yield* Scope.provide(fixture.startProcess, process)
    const uuid = yield* fixture.create(reminderTo(9))
    yield* fixture.eventually(() => channel.calls.length === 3)
    const stopping = yield* Effect.forkChild(Scope.close(process, Exit.void))
    yield* fixture.pass("1900 millis")
    assert.isUndefined(stopping.pollUnsafe())
    yield* fixture.pass("200 millis")
    yield* Fiber.join(stopping)
    const statuses = (yield* fixture.recipients(uuid)).map(({ status }) => status)
    assert.deepStrictEqual(statuses, ["sent", "unknown", "sent", ...Array.from({ length: 6 }, () => "pending")])
  })
})

suite(storage)("a worker with a failing channel or store", (test) => {
  test("B12: leaves a recipient unknown after a defect in its send, and sends all others", function* () {
    const channel = scriptedChannel({
      script: ({ to }) => {
        if (to.endsWith("4")) throw new TypeError("a bug of the channel")
        return "accept"
      }
    })
    const { logged, logger } = errorLog()
    const fixture = yield* dispatchFixture(channel)
    yield* Effect.provide(fixture.startProcess, Logger.layer([logger]))
    const uuid = yield* fixture.create(reminderTo(30))
    const { counters } = yield* fixture.until(uuid, isCompleted)
    assert.strictEqual(counters.sent, 27)
    const unknown = (yield* fixture.recipients(uuid)).filter(({ status }) => status === "unknown")
    assert.deepStrictEqual(
      unknown.map(({ identifier }) => identifier.slice(-1)),
      ["4", "4", "4"]
    )
    assert.deepStrictEqual(logged.length, 3)
    assert.strictEqual(channel.calls.length, 30)
  })

  test("B12: delays only the group of a send that cannot be interrupted, for at most half a lease", function* () {
    const inner = scriptedChannel()
    const stubborn = Layer.effect(
      MessageChannel,
      Effect.map(MessageChannel, (channel) => ({
        ...channel,
        send: (message: OutboundMessage) =>
          message.to.endsWith("2") ? Effect.uninterruptible(Effect.never) : channel.send(message)
      }))
    ).pipe(Layer.provide(inner.layer))
    const fixture = yield* dispatchFixture({ ...inner, layer: stubborn })
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(30))
    const { counters } = yield* fixture.until(uuid, isCompleted)
    assert.strictEqual(counters.sent, 27)
  })

  test("B10, B12: sends claimed messages even if the store sometimes fails to mark them", function* () {
    const store = yield* DeliveryStore
    let calls = 0
    const broken: DeliveryStore["Service"] = {
      ...store,
      beginSends: (...begin) =>
        Effect.suspend(() => {
          calls += 1
          return calls % 3 === 0
            ? Effect.fail(new StorageError({ reason: "Unavailable", cause: "no answer" }))
            : store.beginSends(...begin)
        })
    }
    const channel = scriptedChannel()
    const settings = { ...quickSettings, concurrency: 4 }
    const fixture = yield* Effect.provideService(dispatchFixture(channel, settings), DeliveryStore, broken)
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(35))
    const { counters } = yield* fixture.until(uuid, isCompleted)
    assert.deepStrictEqual([counters.sent, channel.calls.length], [35, 35])
    assert.isAtLeast(calls, 6)
  })
})

suite(storage)("a worker that continues from chunk to chunk", (test) => {
  test("B10, B12: records outcomes even if the next claims cannot be read", function* () {
    const store = yield* DeliveryStore
    let failures = 0
    const broken: DeliveryStore["Service"] = {
      ...store,
      claim: (ref, options) =>
        Effect.suspend(() => {
          if (options.waits) return store.claim(ref, options)
          failures += 1
          return Effect.fail(new StorageError({ reason: "Corrupt", cause: "a row" }))
        })
    }
    const channel = scriptedChannel()
    const fixture = yield* Effect.provideService(dispatchFixture(channel), DeliveryStore, broken)
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(35))
    const { counters } = yield* fixture.until(uuid, isCompleted)
    assert.strictEqual(counters.sent, 35)
    assert.strictEqual(channel.calls.length, 35)
    assert.isAtLeast(failures, 3)
  })

  test("C8: records an opt-out before claiming more, so the person's other addresses get nothing", function* () {
    const [one, other] = ["4917000000000", "4917000000015"]
    const channel = scriptedChannel({
      script: ({ to }) =>
        to === one ? new SendError({ reason: "Undeliverable", detail: "no", recipient: "opted_out" }) : "accept"
    })
    const fixture = yield* dispatchFixture(channel, { ...quickSettings, chunk: 10, workersPerBroadcast: 1 })
    yield* fixture.contacts.create(systemCaller(fixture.workspace), { phoneNumber: one, chatappId: other })
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminderTo(30))
    const { counters } = yield* fixture.until(uuid, isCompleted)
    assert.deepStrictEqual([counters.sent, counters.failed, counters.rejected], [28, 1, 1])
    assert.notInclude(
      channel.calls.map(({ message }) => message.to),
      other
    )
  })

  test("B10: claims nothing more once its process stops, and records its sends", function* () {
    const gate = yield* Latch.make(false)
    const channel = scriptedChannel({ gate })
    const settings = { ...quickSettings, chunk: 10, workersPerBroadcast: 1 }
    const fixture = yield* dispatchFixture(channel, settings)
    const process = yield* Scope.make()
    yield* Scope.provide(fixture.startProcess, process)
    const uuid = yield* fixture.create(reminderTo(100))
    yield* fixture.eventually(() => channel.calls.length === 10)
    const stopping = yield* Effect.forkChild(Scope.close(process, Exit.void))
    yield* fixture.pass("100 millis")
    yield* gate.open
    yield* Fiber.join(stopping)
    const statuses = Map.groupBy(yield* fixture.recipients(uuid), ({ status }) => status)
    assert.strictEqual(channel.calls.length, 10)
    assert.deepStrictEqual([statuses.get("sent")?.length, statuses.get("pending")?.length], [10, 90])
  })
})
