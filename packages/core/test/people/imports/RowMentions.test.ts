import { assert, it } from "@effect/vitest"
import { digitForms, type IdentifierKey, type ImportRow, mentions } from "@rollcall/core/people"

const row = (fields: ImportRow["fields"], original: ImportRow["original"] = null): ImportRow => ({
  fields,
  customFields: {},
  original
})

const phone: IdentifierKey = { field: "phoneNumber", value: "4917099112233" }
const email: IdentifierKey = { field: "email", value: "zoe@example.org" }
const external: IdentifierKey = { field: "externalContactId", value: "7" }

it("C7: a row mentions an identifier in its fields, in normalized form (C3)", () => {
  assert.isTrue(mentions(digitForms, row({ phoneNumber: "+49 (170) 99112233" }), [phone]))
  assert.isTrue(mentions(digitForms, row({ email: " Zoe@Example.org" }), [phone, email]))
  assert.isTrue(mentions(digitForms, row({ externalContactId: "7" }), [external]))
  assert.isFalse(mentions(digitForms, row({ chatappId: "4917099112233" }), [phone]))
  assert.isFalse(mentions(digitForms, row({ firstName: "7", email: "zoe@example.com" }), [phone, email, external]))
})

it("C7: a rejected row mentions an identifier in its original, in any place and spelling", () => {
  for (const original of [
    { phone_number: "+49 170 99112233", first_name: 5 },
    { Handy: 4917099112233 },
    { phone: "call 4917099112233 or 1" },
    { phone: "+49 170 5550000; +49 170 99112233" },
    [["x", { deep: "0049 170 99112233".slice(2) }]],
    "4917099112233"
  ]) {
    assert.isTrue(mentions(digitForms, row({}, original), [phone, email, external]), JSON.stringify(original))
  }
  assert.isTrue(mentions(digitForms, row({}, { mail: "ZOE@example.org" }), [email]))
  assert.isTrue(mentions(digitForms, row({}, { external_contact_id: "7" }), [external]))
  assert.isTrue(mentions(digitForms, row({}, { externalContactId: " 7 " }), [external]))
  for (const original of [{ score: "7" }, { phone: "170 99112233" }, true, null]) {
    assert.isFalse(mentions(digitForms, row({}, original), [phone, email, external]), JSON.stringify(original))
  }
})
