import { assert, describe, it } from "@effect/vitest"
import {
  BroadcastUuid,
  type Contact,
  type ContactEffect,
  contactEffect,
  ContactUuid,
  isAddressed,
  Ledger,
  makeContact,
  neverSent,
  type Receipt,
  RecipientUuid,
  withEffect,
  withEffects,
  WorkspaceUuid
} from "@rollcall/core"
import { DateTime } from "effect"
import * as fc from "fast-check"

const at = (millis: number): DateTime.Utc => DateTime.makeUnsafe(millis)
const now = at(1_000)
const workspace = WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000001")
const elsewhere = WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000002")
const uuid = RecipientUuid.make("0198a5c0-0000-7000-8000-000000000003")
const address = "4917000000001"

const pending = Ledger.openRow(
  BroadcastUuid.make("0198a5c0-0000-7000-8000-000000000004"),
  1,
  {
    uuid,
    identifier: address,
    clientReference: "Order 7",
    outcome: { _tag: "Accepted", parameters: { header: null, body: [], buttons: [], cards: null } }
  },
  now
)
const sending = Ledger.claim(pending, at(9_000), now)
const sent = Ledger.applyOutcome(
  sending,
  { _tag: "Taken", uuid, attempt: 1, messageId: "m-1" },
  "sending",
  now,
  neverSent
)
const receipt = (status: Receipt["status"], millis: number): Receipt => ({
  correlation: uuid,
  messageId: "m-1",
  status,
  error: null,
  at: at(millis)
})
const receive = (row: Ledger.LedgerRow, ...receipts: ReadonlyArray<Receipt>) =>
  receipts.reduce((account, receipt) => Ledger.applyReceipt(account, receipt, now), row)

const of = (before: Ledger.LedgerRow, after: Ledger.LedgerRow) => contactEffect(workspace, before, after)
const effect = (change: Partial<ContactEffect>): ContactEffect => ({
  workspace,
  address,
  clientReference: null,
  engagedAt: null,
  ...change
})

describe("what a change of an account means for contacts", () => {
  it("C5: the reference, when it becomes known that the channel took the message over", () => {
    assert.deepStrictEqual(of(sending, sent), effect({ clientReference: "Order 7" }))
    assert.deepStrictEqual(
      of(sending, receive(sending, receipt("undeliverable", 5))),
      effect({ clientReference: "Order 7" })
    )
    assert.isNull(of(sent, receive(sent, receipt("delivered", 5))))
  })

  it("C6: the instant, when it is read", () => {
    const read = receive(sent, receipt("read", 5))
    assert.deepStrictEqual(of(sent, read), effect({ engagedAt: at(5) }))
    assert.deepStrictEqual(of(sending, read), effect({ clientReference: "Order 7", engagedAt: at(5) }))
    assert.isNull(of(read, receive(read, receipt("read", 9))))
  })

  it("C5: nothing while nobody has the message, and nothing without a reference", () => {
    const unknown = Ledger.surrender(sending, at(20_000), at(9_000))
    for (const [before, after] of [
      [pending, sending],
      [sending, unknown],
      [unknown, Ledger.settle(unknown, { attempt: 1, record: { _tag: "GiveUp" } }, "sending", now, neverSent)],
      [pending, Ledger.reject(pending, "cancelled before sending", now)],
      [sent, sent]
    ] as const) {
      assert.isNull(of(before, after))
    }
    const nameless = { ...sending, clientReference: null }
    assert.isNull(of(nameless, receive(nameless, receipt("sent", 5))))
  })

  it("C7: nothing for the account of a contact that was erased", () => {
    const erased = Ledger.erase(sending, now)
    assert.isNull(of(erased, receive(erased, receipt("read", 5))))
  })
})

const contactOf = (fields: Partial<Contact> = {}): Contact => ({
  ...makeContact({
    uuid: ContactUuid.make("0198a5c0-0000-7000-8000-000000000005"),
    workspace,
    fields: { phoneNumber: "+49 (170) 000-00001" },
    customFields: {},
    now
  }),
  ...fields
})

describe("a contact that is addressed", () => {
  it("C5: is whoever has the address as phone_number or chatapp_id in the workspace (C3)", () => {
    const contact = contactOf()
    assert.isTrue(isAddressed(contact, effect({})))
    assert.isTrue(isAddressed(contactOf({ phoneNumber: null, chatappId: address }), effect({})))
    assert.isFalse(isAddressed(contactOf({ phoneNumber: null, socialmsgId: address }), effect({})))
    assert.isFalse(isAddressed(contact, effect({ address: "491700000000" })))
    assert.isFalse(isAddressed(contact, effect({ workspace: elsewhere })))
  })

  it("C5, C6: changes in nothing but the reference and the instant", () => {
    const contact = contactOf({ clientReference: "old", lastEngagedAt: at(4) })
    assert.deepStrictEqual(withEffect(contact, effect({ clientReference: "new" })), {
      ...contact,
      clientReference: "new"
    })
    assert.deepStrictEqual(withEffect(contact, effect({ engagedAt: at(5) })), { ...contact, lastEngagedAt: at(5) })
    assert.deepStrictEqual(withEffect(contact, effect({ engagedAt: at(3) })), contact)
  })

  it("C5, C6: after several effects has the last reference and the latest instant of those that are its own", () => {
    const anyEffect = fc.record({
      workspace: fc.constantFrom(workspace, workspace, elsewhere),
      address: fc.constantFrom(address, address, "4917000000009"),
      clientReference: fc.option(fc.constantFrom("a", "b", "c")),
      engagedAt: fc.option(fc.nat({ max: 9 }).map(at))
    })
    fc.assert(
      fc.property(fc.array(anyEffect, { maxLength: 8 }), (effects) => {
        const contact = contactOf({ clientReference: "old", lastEngagedAt: at(4) })
        const own = effects.filter((one) => one.workspace === workspace && one.address === address)
        const references = own.flatMap(({ clientReference }) => clientReference ?? [])
        const instants = own.flatMap(({ engagedAt }) => engagedAt?.epochMilliseconds ?? [])
        const after = withEffects(contact, effects)
        assert.deepStrictEqual(after, {
          ...contact,
          clientReference: references.at(-1) ?? "old",
          lastEngagedAt: at(Math.max(4, ...instants))
        })
        const isSame = after.clientReference === "old" && after.lastEngagedAt?.epochMilliseconds === 4
        assert.strictEqual(after === contact, isSame)
      })
    )
  })
})
