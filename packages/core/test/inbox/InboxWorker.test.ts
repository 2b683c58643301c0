import { assert, it } from "@effect/vitest"
import { Events, OptOuts, StorageError, WorkspaceUuid } from "@rollcall/core"
import { type DeliveryReceipt, type InboundBatch, Receipts } from "@rollcall/core/channel"
import { Inbox } from "@rollcall/core/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { layerInboxWorker } from "../../src/inbox/InboxWorker.ts"

const workspace = WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000001")
const at = DateTime.makeUnsafe(0)
const receipt = (messageId: string): DeliveryReceipt => ({
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

it.effect("a part that cannot be applied keeps no other from it, and is tried again until it can", () =>
  Effect.gen(function* () {
    const applied: Array<string> = []
    let isBroken = true
    const receipts = Layer.mock(Receipts, {
      apply: (given) =>
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
      Layer.provide(layerInboxWorker, [receipts, OptOuts.layer])
    )
    yield* Effect.provide(
      Effect.gen(function* () {
        const inbox = yield* Inbox
        const events = yield* Events
        yield* inbox.take(batch("one", "bad", "two"))
        yield* inbox.take(batch("three"))
        yield* TestClock.adjust("1 second")
        assert.sameMembers(applied.splice(0), ["one", "two", "three"])
        yield* TestClock.adjust("1 minute")
        assert.sameMembers(applied.splice(0), ["one", "two"])
        isBroken = false
        yield* TestClock.adjust("1 minute")
        assert.sameMembers(applied.splice(0), ["one", "bad", "two"])
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(applied, [])
        assert.lengthOf((yield* events.read(workspace)).events, 4)
      }),
      Layer.provide(services, storage)
    )
  })
)
