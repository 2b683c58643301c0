import { type AccessTokenStore, BroadcastStore, ContactStore, neverSent, Transaction } from "@rollcall/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { replaceContact, storedContact } from "../contacts/Fixture.ts"
import { agree, type Check, check } from "../kernel/Check.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { at, handingOver, present, receiptsOf } from "./AddressedBroadcast.ts"
import { messageIdOf } from "./ReceiptArbitrary.ts"

type Needs = BroadcastStore | ContactStore | AccessTokenStore | Transaction

/** What contacts get from the broadcasts that address them (C5, C6). */
export const contactEffectChecks: ReadonlyArray<Check<Needs>> = [
  check(
    "C5: whoever has the number as chatapp_id or phone_number gets the reference, and is not updated by it",
    Effect.gen(function* () {
      const workspaceUuid = yield* newWorkspace
      const theirs = [
        yield* storedContact({ workspaceUuid, phoneNumber: "+49 (170) 111" }),
        yield* storedContact({ workspaceUuid, chatappId: "49170111", archived: true }),
        yield* storedContact({
          workspaceUuid,
          chatappId: "49-170-111",
          phoneNumber: "49170111",
          clientReference: "old"
        })
      ]
      const others = [
        yield* storedContact({ workspaceUuid, phoneNumber: "491701110" }),
        yield* storedContact({ workspaceUuid, socialmsgId: "49170111", externalContactId: "49170111" }),
        yield* storedContact({ phoneNumber: "49170111" })
      ]
      yield* TestClock.adjust("1 minute")
      yield* (yield* handingOver(workspaceUuid, ["49170111", "Order 7"])).take()
      for (const contact of theirs) {
        yield* agree("Who has it", yield* present(contact), { ...contact, clientReference: "Order 7" })
      }
      for (const contact of others) yield* agree("Who does not", yield* present(contact), contact)
    })
  ),

  check(
    "C5: a contact is addressed when the channel took its message over, however that becomes known",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const workspaceUuid = yield* newWorkspace
      const contact = yield* storedContact({ workspaceUuid, phoneNumber: "49170111" })
      const reference = Effect.map(present(contact), ({ clientReference }) => clientReference)
      for (const way of ["outcome", "settlement", "correlation", "parked"] as const) {
        const { receive, ref, take, uuids } = yield* handingOver(workspaceUuid, ["49170111", way])
        const [uuid] = uuids
        if (uuid === undefined) return
        const before = yield* reference
        yield* store.recordOutcomes(ref, [{ _tag: "Unknown", uuid, attempt: 1, askAfter: null }], neverSent)
        if (way === "parked") yield* receive([0, "delivered", at(1)])
        yield* agree("Before it is known", yield* reference, before)
        const [receipt] = receiptsOf(uuid, "sent", at(1))
        if (way === "outcome") yield* take()
        else if (way === "correlation" && receipt !== undefined) {
          yield* store.applyReceipts([{ ...receipt, correlation: uuid }])
        } else {
          const record = { _tag: "Taken", messageId: messageIdOf(uuid) } as const
          yield* store.settle([{ ref, uuid, attempt: 1, record }], neverSent)
        }
        yield* agree(`By ${way}`, yield* reference, way)
      }
    })
  ),

  check(
    "C5: whom nothing was handed over to keeps the reference, and so does who is addressed without one",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const workspaceUuid = yield* newWorkspace
      const contact = yield* storedContact({ workspaceUuid, phoneNumber: "49170111", clientReference: "old" })
      const { ref, uuids } = yield* handingOver(workspaceUuid, ["49170111", "never"])
      yield* store.recordOutcomes(
        ref,
        uuids.map((uuid) => ({ _tag: "Undeliverable", uuid, attempt: 1, error: "no" })),
        neverSent
      )
      yield* (yield* handingOver(workspaceUuid, ["49170111", null])).take()
      yield* agree("The contact", yield* present(contact), contact)
    })
  ),

  check(
    "C5: the later reference counts, over broadcasts and in one step",
    Effect.gen(function* () {
      const workspaceUuid = yield* newWorkspace
      const contact = yield* storedContact({ workspaceUuid, phoneNumber: "49170111", chatappId: "49170222" })
      const reference = Effect.map(present(contact), ({ clientReference }) => clientReference)
      const first = yield* handingOver(workspaceUuid, ["49170111", "first"])
      const second = yield* handingOver(workspaceUuid, ["49170222", "second"])
      yield* second.take()
      yield* first.take()
      yield* agree("Over broadcasts", yield* reference, "first")
      yield* second.receive([0, "delivered", at(1)])
      yield* agree("After a receipt", yield* reference, "first")
      const both = ["49170111", "49170222"].map((identifier) => [identifier, `to ${identifier}`] as const)
      yield* (yield* handingOver(workspaceUuid, ...both)).take(1, 0)
      yield* agree("In one step", yield* reference, "to 49170111")
      yield* (yield* handingOver(workspaceUuid, ...both)).take(0, 1)
      yield* agree("In the other order", yield* reference, "to 49170222")
    })
  ),

  check(
    "C6: last_engaged_at is the latest instant at which one of the contact's recipients was read",
    Effect.gen(function* () {
      const workspaceUuid = yield* newWorkspace
      const contact = yield* storedContact({ workspaceUuid, phoneNumber: "49170111", chatappId: "49170222" })
      const neighbour = yield* storedContact({ workspaceUuid, phoneNumber: "49170333" })
      const { receive, take } = yield* handingOver(workspaceUuid, ["49170111", null], ["49170222", null])
      const third = yield* handingOver(workspaceUuid, ["49170111", null])
      yield* take()
      yield* receive([0, "delivered", at(9)], [1, "sent", at(9)])
      yield* agree("Before it is read", yield* present(contact), contact)
      yield* receive([0, "read", at(5)])
      yield* agree("Read", yield* present(contact), { ...contact, lastEngagedAt: at(5) })
      yield* receive([0, "read", at(8)])
      yield* agree("Read twice", yield* present(contact), { ...contact, lastEngagedAt: at(5) })
      yield* receive([1, "read", at(3)])
      yield* agree("Read earlier", yield* present(contact), { ...contact, lastEngagedAt: at(5) })
      yield* third.receive([0, "read", at(7)])
      yield* agree("Parked", yield* present(contact), { ...contact, lastEngagedAt: at(5) })
      yield* third.take()
      yield* agree("Read later", yield* present(contact), { ...contact, lastEngagedAt: at(7) })
      yield* agree("The neighbour", yield* present(neighbour), neighbour)
    })
  ),

  check(
    "C5, C6: one step does it to as many contacts as it is about",
    Effect.gen(function* () {
      const workspaceUuid = yield* newWorkspace
      const numbers = Array.from({ length: 60 }, (_, n) => `4917${1_000 + n}`)
      const contacts = yield* Effect.forEach(numbers, (phoneNumber) => storedContact({ workspaceUuid, phoneNumber }))
      const { receive, take } = yield* handingOver(
        workspaceUuid,
        ...numbers.map((number) => [number, `to ${number}`] as const)
      )
      yield* take()
      yield* receive(...numbers.map((_, n) => [n, "read", at(n)] as const))
      for (const [n, contact] of contacts.entries()) {
        const expected = { ...contact, clientReference: `to ${numbers[n]}`, lastEngagedAt: at(n) }
        yield* agree("A contact", yield* present(contact), expected)
      }
    })
  ),

  check(
    "C5, C6: it is whose number it is at that moment",
    Effect.gen(function* () {
      const contacts = yield* ContactStore
      const workspaceUuid = yield* newWorkspace
      const contact = yield* storedContact({ workspaceUuid, phoneNumber: "49170111" })
      const { receive, take } = yield* handingOver(workspaceUuid, ["49170111", "Order 7"])
      yield* take()
      const moved = { ...contact, clientReference: "Order 7", phoneNumber: "49170222" }
      yield* replaceContact(moved)
      const heir = yield* storedContact({ workspaceUuid, phoneNumber: "49170111" })
      yield* receive([0, "read", at(5)])
      yield* agree("Who had it", yield* present(moved), moved)
      yield* agree("Who has it", yield* present(heir), { ...heir, lastEngagedAt: at(5) })
      const erased = yield* handingOver(workspaceUuid, ["49170222", "Order 8"])
      yield* contacts.erase(workspaceUuid, contact.uuid)
      const next = yield* storedContact({ workspaceUuid, phoneNumber: "49170222" })
      yield* erased.take()
      yield* erased.receive([0, "read", at(6)])
      yield* agree("After one that was erased (C7)", yield* present(next), next)
    })
  ),

  check(
    "C5, C6: a step that is taken back changes no contact",
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const workspaceUuid = yield* newWorkspace
      const contact = yield* storedContact({ workspaceUuid, phoneNumber: "49170111" })
      const { receive, take } = yield* handingOver(workspaceUuid, ["49170111", "Order 7"])
      const step = Effect.andThen(take(), receive([0, "read", at(5)]))
      yield* agree("It fails", yield* Effect.flip(transaction.run(Effect.andThen(step, Effect.fail("no")))), "no")
      yield* agree("The contact", yield* present(contact), contact)
      yield* transaction.run(step)
      const expected = { ...contact, clientReference: "Order 7", lastEngagedAt: at(5) }
      yield* agree("When it is not", yield* present(contact), expected)
    })
  )
]
