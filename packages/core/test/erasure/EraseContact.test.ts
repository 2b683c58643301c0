import { assert, describe, it } from "@effect/vitest"
import { ActorUuid, BroadcastUuid, ContactUuid, RecipientUuid, type WorkspaceUuid } from "@rollcall/core"
import {
  BroadcastStore,
  ContactErasure,
  ContactStore,
  DeliveryStore,
  layerContactErasure,
  makeContact,
  nextId,
  ReceivedMessageStore,
  ReceivedMessageUuid,
  Transaction,
  transition
} from "@rollcall/core/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Duration, Effect, Option } from "effect"
import { newCaller } from "../Services.ts"

const address = "4917000000001"

/** A published broadcast to one recipient. */
const broadcastIn = Effect.fnUntraced(function* (workspaceUuid: WorkspaceUuid) {
  const store = yield* BroadcastStore
  const now = yield* store.now
  const [uuid, recipient] = [BroadcastUuid.make(yield* nextId), RecipientUuid.make(yield* nextId)]
  const texts = { channelType: "chatapp", name: "", templateName: "", locale: "en", from: "4930", version: 1 }
  const instants = { scheduledAt: now, validUntil: null, createdAt: now }
  const createdBy = ActorUuid.make(yield* nextId)
  const state = { status: "scheduled", statusReason: null } as const
  const parameters = { header: null, body: ["Ana"], buttons: [], cards: null }
  const outcome = { _tag: "Accepted", parameters } as const
  const ref = { workspace: workspaceUuid, broadcast: uuid }
  yield* store.stage(
    { uuid, workspaceUuid, createdBy, ...texts, ...state, ...instants },
    [{ uuid: recipient, position: 1, identifier: address, clientReference: "Order 7", outcome }],
    Duration.minutes(1)
  )
  yield* Transaction.use(({ run }) => run(store.publish(ref, null)))
  const delivery = DeliveryStore.use((deliveries) => deliveries.lock({ uuids: [recipient] }))
  return { ref, delivery: Effect.map(delivery, (rows) => rows[0]) }
})

/** A contact with the address of the first recipient of every broadcast. */
const contactIn = Effect.fnUntraced(function* (workspace: WorkspaceUuid, phoneNumber = address) {
  const store = yield* ContactStore
  const uuid = ContactUuid.make(yield* nextId)
  const now = yield* DateTime.now
  const contact = makeContact({ uuid, workspace, fields: { phoneNumber }, customFields: {}, now })
  yield* store.save({ created: [{ contact, changes: [] }], changed: [] })
  return uuid
})

const erase = (workspace: WorkspaceUuid, contact: ContactUuid) =>
  Effect.provide(
    ContactErasure.use((erasure) => erasure.erase(workspace, contact)),
    layerContactErasure
  )

describe("erasing a contact (C7)", () => {
  it.effect("locks the broadcasts that are not over, after the opt-outs, and those that are over not", () =>
    Effect.gen(function* () {
      const { workspace } = yield* newCaller
      const contact = yield* contactIn(workspace)
      const live = yield* broadcastIn(workspace)
      const over = yield* broadcastIn(workspace)
      yield* transition(over.ref, "cancel")
      const locks: Array<string> = []
      const transaction = yield* Transaction
      const spied = Transaction.of({
        ...transaction,
        lock: (names, mode) =>
          Effect.andThen(
            Effect.sync(() => locks.push(...names.map((name) => `${mode}: ${name}`))),
            transaction.lock(names, mode)
          )
      })
      yield* Effect.provideService(erase(workspace, contact), Transaction, spied)
      assert.deepStrictEqual(locks, [`exclusive: opt-outs ${workspace}`, `exclusive: broadcast ${live.ref.broadcast}`])
      for (const { delivery } of [live, over]) {
        const { identifier, status } = (yield* delivery) ?? {}
        assert.deepStrictEqual([identifier, status], ["", "rejected"])
      }
    }).pipe(Effect.provide(storage))
  )

  it.effect("fails where there is none, and changes nothing then", () =>
    Effect.gen(function* () {
      const { workspace } = yield* newCaller
      const { delivery } = yield* broadcastIn(workspace)
      const error = yield* Effect.flip(erase(workspace, ContactUuid.make(yield* nextId)))
      assert.strictEqual(error._tag, "ContactNotFound")
      assert.strictEqual((yield* delivery)?.identifier, address)
    }).pipe(Effect.provide(storage))
  )

  it.effect("C9: removes the messages from its addresses, but for those from an address that another contact has", () =>
    Effect.gen(function* () {
      const { workspace } = yield* newCaller
      const store = yield* ReceivedMessageStore
      const contacts = [yield* contactIn(workspace), yield* contactIn(workspace)]
      const message = {
        uuid: ReceivedMessageUuid.make(yield* nextId),
        workspaceUuid: workspace,
        channelMessageId: "m",
        from: address,
        to: "4930",
        at: yield* DateTime.now,
        kind: "text",
        text: "hello"
      } as const
      yield* store.add([message])
      const left: Array<boolean> = []
      for (const contact of contacts) {
        yield* erase(workspace, contact)
        left.push(Option.isSome(yield* store.find(workspace, message.uuid)))
      }
      assert.deepStrictEqual(left, [true, false])
    }).pipe(Effect.provide(storage))
  )
})
