import { assert } from "@effect/vitest"
import { Contacts } from "@rollcall/core"
import { layerAddressedRecipients } from "@rollcall/core/sending"
import { ContactErasure, ContactMerges } from "@rollcall/core/people"
import { Effect, Layer, Result } from "effect"
import { digitForms } from "../../../../src/people/contacts/Identifiers.ts"
import {
  judgeContacts,
  makeContactReader,
  recipientsOf
} from "../../../../src/sending/broadcasts/resolution/JudgeContacts.ts"
import { anyValue } from "../../../../src/sending/templates/ValueCheck.ts"
import { newCaller, services } from "../../../Services.ts"
import { suite } from "../../../Suite.ts"

const merging = Layer.provideMerge(Layer.provide(ContactMerges.layer, layerAddressedRecipients), services)

const template = {
  kind: "plain",
  name: "a",
  locale: "en",
  status: "approved",
  header: null,
  body: 0,
  buttons: 0
} as const

const audience = {
  request: { include: [], clientReference: { field: "externalContactId" } },
  parameters: { header: null, bodyOrder: [], buttonOrder: [], cards: null },
  expect: null
}

suite(merging)("contacts that change after an audience was read", (test) => {
  test("R3, C7: an erased contact leaves no personal data, and a merged contact is replaced by its survivor", function* () {
    const caller = yield* newCaller
    const { workspace } = caller
    const contacts = yield* Contacts
    const made = yield* Effect.forEach([0, 1, 2, 3], (n) =>
      contacts.create(caller, { phoneNumber: `+491700000000${n}`, externalContactId: `${n}` })
    )
    const referenceOf = () => (contact: (typeof made)[number]) => contact.externalContactId
    const reader = makeContactReader(audience, { template, check: anyValue }, referenceOf, digitForms)
    const read = made.map((contact) => reader({ contact, isExcluded: false }))
    const [kept, erased, merged, survivor] = made.map(({ uuid }) => uuid)
    if (kept === undefined || erased === undefined || merged === undefined || survivor === undefined) {
      return assert.fail("there are four")
    }
    yield* ContactErasure.use((erasure) => erasure.erase(caller, erased))
    yield* ContactMerges.use((merges) => merges.merge(caller, survivor, { from: merged }))
    const judged = yield* judgeContacts(workspace, "marketing", [], read)
    assert.deepStrictEqual(
      judged.map(({ clientReference, contact, identifier, reading }) => [
        contact,
        identifier,
        clientReference,
        Result.isFailure(reading) ? reading.failure.map(({ reason }) => reason) : []
      ]),
      [
        [kept, "4917000000000", "0", []],
        [null, "", null, ["erased"]],
        [survivor, "4917000000002", "2", []],
        [survivor, "4917000000003", "3", []]
      ]
    )
    const stored = yield* recipientsOf(judged, 10)
    assert.deepStrictEqual(
      stored.map(({ position }) => position),
      [11, 12, 13, 14]
    )
    assert.isFalse(JSON.stringify(stored[1]).includes("4917000000001"))
  })

  test("R3: an excluded or archived contact keeps that reason when it is erased", function* () {
    const caller = yield* newCaller
    const contacts = yield* Contacts
    const contact = yield* contacts.create(caller, { phoneNumber: "+4917000000001" })
    const reader = makeContactReader(audience, { template, check: anyValue }, () => null, digitForms)
    const read = [
      reader({ contact, isExcluded: true }),
      reader({ contact: { ...contact, archived: true }, isExcluded: false })
    ]
    yield* ContactErasure.use((erasure) => erasure.erase(caller, contact.uuid))
    const judged = yield* judgeContacts(caller.workspace, "marketing", [], read)
    assert.deepStrictEqual(
      judged.map(({ reading }) => Result.isFailure(reading) && reading.failure.map(({ reason }) => reason)),
      [["excluded"], ["archived"]]
    )
    assert.deepStrictEqual(
      judged.map(({ contact, identifier }) => [contact, identifier]),
      [
        [null, ""],
        [null, ""]
      ]
    )
  })
})
