import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { AddressSet, contactAddress } from "../../../../src/sending/broadcasts/resolution/ContactAddress.ts"
import { digitForms } from "../../../../src/people/contacts/Identifiers.ts"

const both = ["chatappId", "phoneNumber"] as const
const chosen = (chatappId: string | null, phoneNumber: string | null, fields: ReadonlyArray<(typeof both)[number]>) =>
  contactAddress(digitForms, { chatappId, phoneNumber }, fields)

describe("a contact's address", () => {
  it.each([
    ["4917000000001", "+49 170 0000002", both, { _tag: "Address", address: "4917000000001" }],
    ["4917000000001", "+49 170 0000002", ["phoneNumber", "chatappId"], { _tag: "Address", address: "491700000002" }],
    ["4917000000001", "+49 170 0000002", ["phoneNumber"], { _tag: "Address", address: "491700000002" }],
    ["no number", "+49 170 0000002", both, { _tag: "Address", address: "491700000002" }],
    ["no number", "0", both, { _tag: "Invalid", text: "no number" }],
    ["US.13491208655302741918", "+49 170 0000002", both, { _tag: "Address", address: "491700000002" }],
    [
      "US.13491208655302741918",
      "+49 170 0000002",
      ["chatappId"],
      { _tag: "Address", address: "US.13491208655302741918" }
    ],
    [" US.ENT.11815799212886844830 ", null, both, { _tag: "Address", address: "US.ENT.11815799212886844830" }],
    ["US.1", "0", both, { _tag: "Address", address: "US.1" }],
    ["us.1349120865530", null, both, { _tag: "Invalid", text: "us.1349120865530" }],
    [null, "US.13491208655302741918", both, { _tag: "Invalid", text: "US.13491208655302741918" }],
    [null, "0", both, { _tag: "Invalid", text: "0" }],
    ["4917000000001", null, ["phoneNumber"], { _tag: "None" }],
    [null, null, both, { _tag: "None" }]
  ] as const)("R3: of %s and %s by %j is %j", (chatappId, phoneNumber, fields, expected) => {
    assert.deepStrictEqual(chosen(chatappId, phoneNumber, fields), expected)
  })
})

/** Addresses of which many are the same, and many differ in their first digits alone. */
const addresses = fc.array(
  fc.oneof(
    fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 30 }), fc.integer({ min: 6, max: 14 }))
      .map(([first, rest, length]) => `${first}${String(rest).padStart(length, "0")}`),
    fc
      .tuple(fc.constantFrom("DE.", "US.", "US.ENT."), fc.integer({ min: 0, max: 30 }))
      .map(([of, id]) => `${of}4917000${id}`)
  ),
  { maxLength: 400 }
)

describe("a set of addresses", () => {
  it("R3: contains each added address, like a set of strings", () => {
    fc.assert(
      fc.property(addresses, (all) => {
        const texts = new Set<string>()
        const packed = new AddressSet()
        for (const address of all) {
          assert.strictEqual(packed.add(address), !texts.has(address))
          texts.add(address)
        }
      })
    )
  })

  it("R3: grows with many addresses", () => {
    const packed = new AddressSet()
    const add = () => Array.from({ length: 50_000 }, (_, n) => packed.add(String(999_999_999_999_999 - n * 7)))
    assert.isTrue(add().every((isNew) => isNew))
    assert.isFalse(add().some((isNew) => isNew))
  })
})
