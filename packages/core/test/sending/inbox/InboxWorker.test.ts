import { assert, it } from "@effect/vitest"
import { systemCaller, Contacts, Events, OptOuts, StorageError, WorkspaceUuid } from "@rollcall/core"
import { type DeliveryReceipt, type InboundBatch, Receipts } from "@rollcall/core/channel"
import { Inbox, InboxSettings } from "@rollcall/core/sending"
import { InboxStore, ReceivedMessageStore } from "@rollcall/core/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Duration, Effect, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import { layerAddressedRecipients } from "../../../src/sending/delivery/AddressedRecipients.ts"
import { layerInboxWorker } from "../../../src/sending/inbox/InboxWorker.ts"
import { test } from "../../Suite.ts"

const workspace = WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000001")
const optOuts = Layer.provide(OptOuts.layer, layerAddressedRecipients)
/** No report here is of a person who has several addresses. */
const noContacts = Layer.mock(Contacts, {})
const at = DateTime.makeUnsafe(0)
const receipt = (messageId: string): DeliveryReceipt => ({
  workspaces: [workspace],
  correlation: null,
  messageId,
  status: "read",
  error: null,
  reason: null,
  at
})
const batch = (...ids: ReadonlyArray<string>): InboundBatch => ({
  receipts: ids.map(receipt),
  messages: ids.map((id) => ({ workspace, channelMessageId: id, from: id, to: "1", at, kind: "text", text: null })),
  notices: []
})

test("a part that cannot be applied blocks no other part, and is retried until it succeeds", function* () {
  const applied: Array<string> = []
  let isBroken = true
  const receipts = Layer.mock(Receipts, {
    apply: (_channelType, given) =>
      Effect.suspend(() => {
        const ids = given.map(({ messageId }) => messageId)
        if (isBroken && ids.includes("bad")) return new StorageError({ reason: "Corrupt", cause: "bad" })
        applied.push(...ids)
        return Effect.void
      })
  })
  const services = Layer.mergeAll(
    Inbox.layer,
    Events.layer,
    Layer.provide(layerInboxWorker, [receipts, optOuts, noContacts])
  )
  yield* Effect.provide(
    Effect.gen(function* () {
      const inbox = yield* Inbox
      const events = yield* Events
      yield* inbox.take("chatapp", batch("one", "bad", "two"))
      yield* inbox.take("chatapp", batch("three"))
      yield* TestClock.adjust("1 second")
      assert.sameMembers(applied.splice(0), ["one", "two", "three"])
      yield* TestClock.adjust("1 minute")
      assert.sameMembers(applied.splice(0), ["one", "two"])
      isBroken = false
      yield* TestClock.adjust("1 minute")
      assert.sameMembers(applied.splice(0), ["one", "bad", "two"])
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(applied, [])
      assert.lengthOf((yield* events.read(systemCaller(workspace))).events, 4)
    }),
    Layer.provide(services, storage)
  )
})

/** The workers over a store in memory, with receipts that this applies. Nothing is logged. */
const layerWorker = (apply: Receipts["Service"]["apply"]) =>
  Layer.provide(layerInboxWorker, [Layer.mock(Receipts, { apply }), optOuts, noContacts]).pipe(
    Layer.merge(Layer.merge(Inbox.layer, Events.layer)),
    Layer.provideMerge(Layer.merge(storage, Logger.layer([])))
  )

it.effect("A1: receipts belong to the channel with the webhook that received them", () => {
  const applied: Array<readonly [string, ReadonlyArray<string>]> = []
  const apply: Receipts["Service"]["apply"] = (channelType, receipts) =>
    Effect.sync(() => void applied.push([channelType, receipts.map(({ messageId }) => messageId)]))
  return Effect.gen(function* () {
    const inbox = yield* Inbox
    yield* inbox.take("chatapp", batch("one"))
    yield* inbox.take("sms", batch("two"))
    yield* inbox.take("chatapp", batch("three"))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(applied, [
      ["chatapp", ["one", "three"]],
      ["sms", ["two"]]
    ])
  }).pipe(Effect.provide(layerWorker(apply)))
})

it.effect("C9: a report that can never be applied is removed when messages of its age are removed", () =>
  Effect.gen(function* () {
    const inbox = yield* Inbox
    const store = yield* InboxStore
    yield* inbox.take("chatapp", batch("bad"))
    yield* TestClock.adjust("30 minutes")
    yield* inbox.take("chatapp", batch("as bad"))
    yield* TestClock.adjust("45 minutes")
    assert.strictEqual(yield* store.prune({ keepFor: Duration.zero, limit: 10 }), 1)
  }).pipe(
    Effect.provide(layerWorker(() => Effect.fail(new StorageError({ reason: "Corrupt", cause: "bad" })))),
    Effect.provideService(InboxSettings, { ...InboxSettings.defaultValue(), keepMessagesFor: Duration.hours(1) })
  )
)

it.effect("C9: names longer than an index allows are cut, and the message is stored", () =>
  Effect.gen(function* () {
    const inbox = yield* Inbox
    const events = yield* Events
    const messages = yield* ReceivedMessageStore
    const long = "m".repeat(10_000)
    yield* inbox.take("chatapp", batch(long))
    yield* TestClock.adjust("1 second")
    const [event] = (yield* events.read(systemCaller(workspace))).events
    const uuid = event !== undefined && "receivedMessageUuid" in event ? event.receivedMessageUuid : null
    const found = uuid === null ? Option.none() : yield* messages.find(workspace, uuid)
    const { channelMessageId, from } = Option.getOrThrow(found)
    assert.deepStrictEqual([channelMessageId, from], [long.slice(0, 500), long.slice(0, 500)])
  }).pipe(Effect.provide(layerWorker(() => Effect.void)))
)
