import { assert, describe } from "@effect/vitest"
import { ContactUuid } from "@rollcall/core"
import { nextId, ReceivedMessageUuid } from "@rollcall/core/operations"
import { transition } from "@rollcall/core/sending"
import { ReceivedMessageStore, Transaction } from "@rollcall/core/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Effect, Option } from "effect"
import { newCaller } from "../../Services.ts"
import { address, broadcastIn, contactIn, erasure } from "./Fixture.ts"
import { testOver } from "../../Suite.ts"

const test = testOver(storage)

describe("erasing a contact (C7)", () => {
  test("locks the broadcasts that are not over, after the opt-outs, and does not lock the others", function* () {
    const caller = yield* newCaller
    const contact = yield* contactIn(caller.workspace)
    const live = yield* broadcastIn(caller.workspace)
    const over = yield* broadcastIn(caller.workspace)
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
    const { erase } = yield* Effect.provideService(erasure, Transaction, spied)
    const receipt = yield* erase(caller, contact)
    const nothing = { notes: 0, customFields: 0, contactLists: 0, importRows: 0, messages: 0 }
    assert.deepStrictEqual(receipt, { ...nothing, recipients: 2, isComplete: true })
    assert.deepStrictEqual(locks, [
      `exclusive: opt-outs ${caller.workspace}`,
      `exclusive: broadcast ${live.ref.broadcast}`
    ])
    for (const { delivery } of [live, over]) {
      const { identifier, status } = (yield* delivery) ?? {}
      assert.deepStrictEqual([identifier, status], ["", "rejected"])
    }
  })

  test("fails for a missing contact, without changes", function* () {
    const caller = yield* newCaller
    const { delivery } = yield* broadcastIn(caller.workspace)
    const { erase } = yield* erasure
    const error = yield* Effect.flip(erase(caller, ContactUuid.make(yield* nextId)))
    assert.strictEqual(error._tag, "ContactNotFound")
    assert.strictEqual((yield* delivery)?.identifier, address)
  })

  test("C9: removes messages from its addresses, except an address that another contact has", function* () {
    const caller = yield* newCaller
    const store = yield* ReceivedMessageStore
    const { erase } = yield* erasure
    const contacts = [yield* contactIn(caller.workspace), yield* contactIn(caller.workspace)]
    const message = {
      uuid: ReceivedMessageUuid.make(yield* nextId),
      workspaceUuid: caller.workspace,
      channelMessageId: "m",
      from: address,
      username: null,
      to: "4930",
      at: yield* DateTime.now,
      kind: "text",
      text: "hello",
      asksToStop: null
    } as const
    yield* store.add([message])
    const left: Array<boolean> = []
    for (const contact of contacts) {
      yield* erase(caller, contact)
      left.push(Option.isSome(yield* store.find(caller.workspace, message.uuid)))
    }
    assert.deepStrictEqual(left, [true, false])
  })
})
