import { assert, layer as shared } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { RecipientFault, SendError } from "@rollcall/core/channel"
import { type BroadcastDetails, DeliveryStore } from "@rollcall/core/storage"
import {
  channelError,
  dispatchFixture,
  quickSettings,
  reminderTo,
  scriptedChannel
} from "@rollcall/storage-conformance"
import { layer as storage } from "@rollcall/storage-memory"
import { Clock, Duration, Effect, Exit, Fiber, Latch, Scope } from "effect"

const isCompleted = ({ broadcast }: BroadcastDetails) => broadcast.status === "completed"

shared(storage)("an error of a channel", (it) => {
  it.effect("B15: retries no more often than the channel says that an error is worth", () =>
    Effect.gen(function* () {
      const once = new SendError({ reason: "Transient", detail: "no media", retries: 1 })
      const channel = scriptedChannel({ script: () => once })
      const fixture = yield* dispatchFixture(channel)
      yield* fixture.startProcess
      const uuid = yield* fixture.create(reminderTo(1))
      yield* fixture.until(uuid, isCompleted)
      assert.strictEqual(channel.calls.length, 2)
      const [failed] = yield* fixture.recipients(uuid)
      assert.deepStrictEqual(
        [failed?.reason, failed?.error],
        ["retries_exhausted", "gave up after 1 retries: no media"]
      )
    })
  )

  it.effect("B21: a recipient carries what the channel says is wrong with it", () =>
    Effect.gen(function* () {
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
  )
})

shared(storage)("a channel that stops answering", (it) => {
  it.effect("B12: leaves open what was begun in half a lease; what was not begun is sent later", () =>
    Effect.gen(function* () {
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
        ["3", 2],
        ["4", 2],
        ["5", 2]
      ])
    })
  )
})

shared(storage)("a worker that goes on from chunk to chunk", (it) => {
  it.effect("B10, B12: records outcomes although what it claims with them cannot be read", () =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      let failures = 0
      const broken: DeliveryStore["Service"] = {
        ...store,
        claimFree: () =>
          Effect.suspend(() => {
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
  )

  it.effect("C8: records an opt-out before it claims more, which are not sent to other addresses of the person", () =>
    Effect.gen(function* () {
      const [one, other] = ["4917000000000", "4917000000015"]
      const channel = scriptedChannel({
        script: ({ to }) =>
          to === one ? new SendError({ reason: "Undeliverable", detail: "no", recipient: "opted_out" }) : "accept"
      })
      const fixture = yield* dispatchFixture(channel, { ...quickSettings, chunk: 10, workersPerBroadcast: 1 })
      yield* fixture.contacts.create(fixture.workspace, { phoneNumber: one, chatappId: other })
      yield* fixture.startProcess
      const uuid = yield* fixture.create(reminderTo(30))
      const { counters } = yield* fixture.until(uuid, isCompleted)
      assert.deepStrictEqual([counters.sent, counters.failed, counters.rejected], [28, 1, 1])
      assert.notInclude(
        channel.calls.map(({ message }) => message.to),
        other
      )
    })
  )

  it.effect("B10: claims nothing more once its process stops, and records what it has sent", () =>
    Effect.gen(function* () {
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
  )
})
