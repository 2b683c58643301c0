import { assert, describe, it } from "@effect/vitest"
import { type Contact, ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { digitForms, eraseDelivery, makeContact } from "@rollcall/core/people"
import { acceptedEffect, contactEffect, type ContactEffect, withEffects } from "@rollcall/core/sending"
import * as fc from "fast-check"
import {
  accepted,
  address,
  at,
  cancelled,
  digest,
  now,
  pending,
  receipt,
  receive,
  record,
  ref,
  resolve,
  sending,
  sent,
  unknown
} from "./Rows.ts"

const { workspace } = ref
const elsewhere = WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000004")

const effect = (change: Partial<ContactEffect>): ContactEffect => ({
  workspace,
  address,
  clientReference: null,
  engagedAt: null,
  ...change
})

describe("the effects of a delivery's change on contacts", () => {
  it("C5: are the client reference, once the channel is known to have accepted the message", () => {
    assert.deepStrictEqual(contactEffect(sending, sent), effect({ clientReference: "Order 7" }))
    assert.deepStrictEqual(
      contactEffect(sending, receive(sending, receipt("undeliverable", 5))),
      effect({ clientReference: "Order 7" })
    )
    assert.isNull(contactEffect(sent, receive(sent, receipt("delivered", 5))))
  })

  it("C6: are the timestamp, when the message is read", () => {
    const read = receive(sent, receipt("read", 5))
    assert.deepStrictEqual(contactEffect(sent, read), effect({ engagedAt: at(5) }))
    assert.deepStrictEqual(contactEffect(sending, read), effect({ clientReference: "Order 7", engagedAt: at(5) }))
    assert.isNull(contactEffect(read, receive(read, receipt("read", 9))))
  })

  it("C5: are none before acceptance, and none without a reference", () => {
    for (const [before, after] of [
      [pending, sending],
      [sending, unknown],
      [unknown, resolve(unknown, { _tag: "GiveUp" })],
      [pending, cancelled],
      [sent, sent]
    ] as const) {
      assert.isNull(contactEffect(before, after))
    }
    const nameless = { ...sending, clientReference: null }
    assert.isNull(contactEffect(nameless, receive(nameless, receipt("sent", 5))))
  })

  it("C7: are none for an erased contact's delivery", () => {
    const erased = eraseDelivery(sending, digest, now)
    assert.isNull(contactEffect(erased, receive(erased, receipt("read", 5))))
  })

  it("C5: are the same if acceptance is recorded without reading the delivery", () => {
    for (const row of [sending, { ...sending, clientReference: null }, eraseDelivery(sending, digest, now)]) {
      assert.deepStrictEqual(acceptedEffect(workspace, row), contactEffect(row, record(row, accepted)))
    }
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

describe("a contact with the delivery's address", () => {
  it("C5: has the address as phone_number or chatapp_id in the workspace (C3)", () => {
    const isAddressed = (fields: Partial<Contact>, change: Partial<ContactEffect> = {}) => {
      const contact = contactOf(fields)
      return withEffects(digitForms, contact, [effect({ clientReference: "new", ...change })]) !== contact
    }
    assert.isTrue(isAddressed({}))
    assert.isTrue(isAddressed({ phoneNumber: null, chatappId: address }))
    assert.isFalse(isAddressed({ phoneNumber: null, socialmsgId: address }))
    assert.isFalse(isAddressed({}, { address: "491700000000" }))
    assert.isFalse(isAddressed({}, { workspace: elsewhere }))
  })

  it("C5, C6: changes only in the reference and the timestamp", () => {
    const contact = contactOf({ clientReference: "old", lastEngagedAt: at(4) })
    assert.deepStrictEqual(withEffects(digitForms, contact, [effect({ clientReference: "new" })]), {
      ...contact,
      clientReference: "new"
    })
    assert.deepStrictEqual(withEffects(digitForms, contact, [effect({ engagedAt: at(5) })]), {
      ...contact,
      lastEngagedAt: at(5)
    })
    assert.strictEqual(withEffects(digitForms, contact, [effect({ engagedAt: at(3) })]), contact)
  })

  it("C5, C6: after several effects has the last reference and the latest timestamp for this contact", () => {
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
        const after = withEffects(digitForms, contact, effects)
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
