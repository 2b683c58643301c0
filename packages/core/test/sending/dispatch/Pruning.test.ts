import { assert } from "@effect/vitest"
import { DispatchSettings, InvalidInput, systemCaller } from "@rollcall/core"
import { placeOf } from "@rollcall/core/operations"
import { type AudienceBroadcast, prune } from "@rollcall/core/sending"
import { correlationOf } from "@rollcall/core/channel"
import { BroadcastStore, DeliveryStore, WorkspaceStore } from "@rollcall/core/storage"
import { dispatchFixture, recipientError, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Duration, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { layerReceiptRetention, layerRecipientRetention } from "../../../src/sending/dispatch/Retention.ts"
import { suite } from "../../Suite.ts"

const isOver = ({ broadcast }: { readonly broadcast: { readonly status: string } }) => broadcast.status === "completed"

const messageOf = (effect: Effect.Effect<unknown, unknown>) =>
  Effect.map(Effect.flip(effect), (error) => (error instanceof InvalidInput ? error.issues[0]?.message : error))

/** A completed broadcast to three recipients, of whom one was not reached. */
const sent = Effect.gen(function* () {
  const channel = scriptedChannel({
    script: ({ to }) => (to.endsWith("1") ? recipientError("unreachable") : "accept")
  })
  const fixture = yield* dispatchFixture(channel)
  const uuid = yield* fixture.create(reminderTo(3))
  // The process ends with the broadcast, so that days pass at once.
  yield* Effect.scoped(Effect.andThen(fixture.startProcess, fixture.until(uuid, isOver)))
  const { pruneRecipients } = yield* BroadcastStore
  const isRemoved = Effect.map(
    fixture.deliveries.get(systemCaller(fixture.workspace), uuid),
    ({ broadcast }) => broadcast.recipientsRemovedAt !== null
  )
  /** Removes one recipient after the other, until the first of this broadcast is removed. */
  const beginRemoval = Effect.gen(function* () {
    yield* TestClock.adjust("3 days")
    const step = Effect.andThen(pruneRecipients({ keepFor: Duration.days(2), limit: 1 }), isRemoved)
    assert.isTrue(yield* Effect.repeat(step, { times: 10, until: (removed) => removed }))
  })
  return { ...fixture, beginRemoval, uuid }
})

suite(storage)("recipients removed by age", (test) => {
  test("K8: leave the counters, and requests that need them are rejected with an explanation", function* () {
    const { broadcasts, caller, deliveries, uuid } = yield* sent
    const before = yield* deliveries.get(caller, uuid)
    assert.deepStrictEqual(yield* prune({ recipients: Duration.days(2) }), { recipients: 0 })
    yield* TestClock.adjust("3 days")
    assert.deepStrictEqual(yield* prune({ events: Duration.days(9_000) }), { events: 0 })
    const twoDays = { recipients: Duration.days(2) }
    assert.deepStrictEqual(yield* prune(twoDays, { dryRun: true }), { recipients: 3 })
    assert.isNull((yield* deliveries.get(caller, uuid)).broadcast.recipientsRemovedAt)
    assert.deepStrictEqual(yield* prune(twoDays), { recipients: 3 })
    assert.deepStrictEqual(yield* prune(twoDays, { dryRun: true }), { recipients: 0 })
    const { broadcast, ...after } = yield* deliveries.get(caller, uuid)
    assert.isNotNull(broadcast.recipientsRemovedAt)
    assert.deepStrictEqual({ ...after, broadcast: { ...broadcast, recipientsRemovedAt: null } }, before)
    const message = `the recipients of the broadcast ${uuid} were removed because of their age. Only its counters are kept`
    const page = { limit: 10, offset: 0 }
    assert.strictEqual(yield* messageOf(deliveries.recipients(caller, uuid, {}, page)), message)
    assert.strictEqual(yield* messageOf(deliveries.list(caller, { broadcast: uuid }, page)), message)
    assert.strictEqual(yield* messageOf(broadcasts.retry(caller, uuid, { reasons: ["unreachable"] })), message)
  })

  test("K8: are not listed while they are being removed", function* () {
    const { beginRemoval, caller, deliveries, uuid } = yield* sent
    yield* beginRemoval
    const message = `the recipients of the broadcast ${uuid} were removed because of their age. Only its counters are kept`
    const page = { limit: 1, offset: 0 }
    assert.strictEqual(yield* messageOf(deliveries.recipients(caller, uuid, {}, page)), message)
    assert.strictEqual(yield* messageOf(deliveries.list(caller, { broadcast: uuid }, page)), message)
    assert.isAtLeast((yield* deliveries.list(caller, {}, page)).total, 2)
  })

  test("K8: cannot be excluded by an audience, which is rejected with the path", function* () {
    const { beginRemoval, broadcasts, caller, uuid } = yield* sent
    const { recipients: _, ...request } = reminderTo(1)
    const audience: AudienceBroadcast["audience"] = {
      include: [{ search: {} }],
      parameters: { body: { name: { field: "firstName", fallback: "there" } } },
      exclude: [{ search: {} }, { broadcastUuid: uuid, outcomes: ["sent"] }]
    }
    yield* beginRemoval
    const error = yield* Effect.flip(broadcasts.create(caller, { ...request, audience }))
    assert.deepStrictEqual(error instanceof InvalidInput && error.issues.map(({ path }) => placeOf(path)), [
      "audience.exclude[1].broadcastUuid"
    ])
  })

  test("K8, B11: make a later receipt one for an unknown message, which is counted", function* () {
    const { caller, deliveries, receipts, uuid } = yield* sent
    const [first] = (yield* deliveries.recipients(caller, uuid, {}, { limit: 1, offset: 0 })).items
    assert.isDefined(first)
    const correlation = correlationOf(caller.workspace, first.uuid)
    const messageId = `message-${correlation}`
    yield* TestClock.adjust("3 days")
    yield* prune({ recipients: Duration.days(2) })
    const before = yield* deliveries.get(caller, uuid)
    const given = { workspaces: "all", messageId, status: "read", error: null, reason: null } as const
    for (const named of [correlation, null]) {
      yield* receipts.apply("chatapp", [{ ...given, correlation: named, at: yield* DateTime.now }])
    }
    assert.deepStrictEqual(yield* deliveries.get(caller, uuid), before)
    const store = yield* DeliveryStore
    const digest = yield* store.messageDigest
    assert.lengthOf(yield* store.unmatched([digest(messageId)]), 1)
    const log: Array<string> = []
    const logger = Logger.layer([Logger.map(Logger.formatLogFmt, (line) => log.push(line))])
    yield* Layer.build(Layer.provide(layerReceiptRetention, logger))
    yield* TestClock.adjust("36 days")
    assert.lengthOf(log, 1)
    assert.include(log[0], "delivery receipts for unknown messages were removed")
    assert.include(log[0], "removed=1")
  })

  test("K8: are kept as long as a frequency cap looks back, and as long as the setting says", function* () {
    const { caller, deliveries, uuid } = yield* sent
    const workspaces = yield* WorkspaceStore
    const cap = { frequencyCap: { messages: 1, days: 30 }, quietHours: null }
    yield* workspaces.putSettings(caller.workspace, cap)
    const settings = { ...DispatchSettings.defaultValue(), keepRecipientsFor: Duration.days(7) }
    yield* Layer.build(Layer.provide(layerRecipientRetention, Layer.succeed(DispatchSettings, settings)))
    const isKept = Effect.map(deliveries.get(caller, uuid), ({ broadcast }) => broadcast.recipientsRemovedAt === null)
    yield* TestClock.adjust("29 days")
    assert.isTrue(yield* isKept)
    yield* TestClock.adjust("3 days")
    assert.isFalse(yield* isKept)
  })
})
