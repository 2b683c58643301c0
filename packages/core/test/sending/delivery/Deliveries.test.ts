import { assert } from "@effect/vitest"
import {
  ActorUuid,
  type Broadcast,
  BroadcastUuid,
  Deliveries,
  RecipientUuid,
  systemCaller,
  WorkspaceUuid
} from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { correlationOf } from "@rollcall/core/channel"
import { BroadcastStore, DeliveryStore, type StoredRecipient, Transaction } from "@rollcall/core/storage"
import { dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Duration, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { suite } from "../../Suite.ts"

/** A broadcast to three recipients that is staged in a new workspace, and the effect that publishes it. */
const stagedBroadcast = Effect.gen(function* () {
  const store = yield* BroadcastStore
  const transaction = yield* Transaction
  const now = yield* store.now
  const broadcast: Broadcast = {
    uuid: BroadcastUuid.make(yield* nextId),
    workspaceUuid: WorkspaceUuid.make(yield* nextId),
    createdBy: ActorUuid.make(yield* nextId),
    channelType: "chatapp",
    name: "Reminder",
    templateName: "reminder",
    locale: "en",
    from: "4915100000000",
    category: "marketing",
    version: 1,
    status: "scheduled",
    statusReason: null,
    scheduledAt: now,
    validUntil: null,
    createdAt: now,
    audience: null,
    retryOf: null,
    heldOptOuts: null,
    isComplete: true,
    recipientsRemovedAt: null
  }
  const recipients = yield* Effect.forEach([1, 2, 3], (position) =>
    Effect.map(nextId, (uuid): StoredRecipient => ({
      uuid: RecipientUuid.make(uuid),
      position,
      identifier: `491700000000${position}`,
      address: `491700000000${position}`,
      clientReference: `order ${position}`,
      outcome: { _tag: "Accepted", parameters: { header: null, body: [], buttons: [], cards: null } }
    }))
  )
  yield* store.stage(broadcast, recipients, Duration.minutes(5))
  const ref = { workspace: broadcast.workspaceUuid, broadcast: broadcast.uuid }
  return { publish: transaction.run(store.publish(ref, null)), recipients, ref }
})

/** The service over the store in the context, in which `event` happens just after the first page was read. */
const withEventAfterFirstRead = Effect.fnUntraced(function* <E, R>(event: Effect.Effect<unknown, E, R>) {
  const store = yield* DeliveryStore
  const once = yield* Effect.cached(Effect.orDie(event))
  const context = yield* Effect.context<R>()
  const recipients: DeliveryStore["Service"]["recipients"] = (...asked) =>
    Effect.tap(store.recipients(...asked), () => Effect.provideContext(once, context))
  return yield* Effect.provide(Deliveries, Deliveries.layer, { local: true }).pipe(
    Effect.provideService(DeliveryStore, { ...store, recipients })
  )
})

suite(storage)("message statuses", (test) => {
  test("B14: of a broadcast are each on one page, whatever receipts arrive between the pages", function* () {
    const { create, deliveries, receipts, startProcess, until, workspace } = yield* dispatchFixture(scriptedChannel())
    yield* startProcess
    const broadcast = yield* create(reminderTo(6))
    yield* until(broadcast, ({ counters }) => counters.sent === 6)
    const seen: Array<string> = []
    for (const offset of [0, 2, 4]) {
      const { items } = yield* deliveries.list(systemCaller(workspace), { broadcast }, { limit: 2, offset })
      seen.push(...items.map(({ uuid }) => uuid))
      const delivered = items.slice(0, 1).map(({ uuid }) => ({
        ...{
          workspaces: "all" as const,
          correlation: correlationOf(workspace, uuid),
          messageId: `of ${uuid}`,
          status: "delivered" as const
        },
        ...{ error: null, reason: null, at: DateTime.makeUnsafe(0) }
      }))
      yield* TestClock.adjust("1 second")
      yield* receipts.apply("chatapp", delivered)
    }
    assert.lengthOf(new Set(seen), 6)
  })

  const clientReferences = ["order 1", "order 2", "order 3"]

  test.each([
    ["of a broadcast", { ofBroadcast: true, clientReferences: null }],
    ["of references", { ofBroadcast: false, clientReferences }],
    ["of references in a broadcast", { ofBroadcast: true, clientReferences }]
  ] as const)("B9, B14: %s show all recipients of a broadcast that is published meanwhile", function* ([, filter]) {
    const { publish, recipients, ref } = yield* stagedBroadcast
    const deliveries = yield* withEventAfterFirstRead(publish)
    const { items, total } = yield* deliveries.list(
      systemCaller(ref.workspace),
      {
        broadcast: filter.ofBroadcast ? ref.broadcast : null,
        clientReferences: filter.clientReferences,
        updatedAfter: null
      },
      { limit: 10, offset: 0 }
    )
    assert.strictEqual(total, 3)
    assert.deepStrictEqual(items.map(({ uuid }) => uuid).toSorted(), recipients.map(({ uuid }) => uuid).toSorted())
  })
})

suite(storage)("following a broadcast", (test) => {
  test("E9: reads it once for all followers, at most twice a second, and a slow follower gets the newest state", function* () {
    const { publish, recipients, ref } = yield* stagedBroadcast
    yield* publish
    const store = yield* DeliveryStore
    let reads = 0
    let sent = 0
    const counting = Layer.succeed(DeliveryStore, {
      ...store,
      outcomes: (ref) =>
        Effect.map(store.outcomes(ref), ({ counters, reasons }) => {
          reads += 1
          return { reasons, counters: { ...counters, sent } }
        })
    })
    const built = yield* Layer.build(Layer.provide(Layer.fresh(Deliveries.layer), counting))
    const deliveries = yield* Effect.provideContext(Deliveries, built)
    const followed = Effect.fnUntraced(function* (pause?: Duration.Input) {
      const seen: Array<number> = []
      const fiber = yield* deliveries.follow(systemCaller(ref.workspace), ref.broadcast).pipe(
        Stream.runForEach(({ counters }) =>
          Effect.andThen(
            Effect.sync(() => seen.push(counters.sent)),
            pause === undefined ? Effect.void : Effect.sleep(pause)
          )
        ),
        Effect.forkScoped
      )
      return { fiber, seen }
    })
    const all = yield* Effect.replicateEffect(followed(), 20)
    const slow = yield* followed("10 seconds")
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual(reads, 21)
    for (sent = 1; sent <= 50; sent += 1) yield* TestClock.adjust("100 millis")
    yield* TestClock.adjust("20 seconds")
    for (const { seen } of all) {
      assert.deepStrictEqual(seen, [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 51].slice(0, seen.length))
      assert.isAtLeast(seen.length, 11)
    }
    assert.isAtMost(slow.seen.length, 4)
    assert.strictEqual(slow.seen.at(-1), all[0]?.seen.at(-1))
    assert.lengthOf(recipients, 3)

    yield* Fiber.interruptAll([...all, slow].map(({ fiber }) => fiber))
    const before = reads
    yield* TestClock.adjust("1 hour")
    assert.strictEqual(reads, before)
    const unknown = deliveries.follow(systemCaller(ref.workspace), BroadcastUuid.make(yield* nextId))
    assert.strictEqual((yield* Effect.flip(Stream.runDrain(unknown)))._tag, "BroadcastNotFound")
  })
})
