import { assert } from "@effect/vitest"
import { ContactErasure } from "@rollcall/core/people"
import type { Effect } from "effect"
import { Contacts } from "@rollcall/core"
import { contactsOf, contactsWith, newCaller, refusal, services } from "../../Services.ts"
import { suite } from "../../Suite.ts"

const ada = "ada@example.org"

suite(services)("identifiers that may be on only one contact (C2)", (test) => {
  test("C2: by default, several contacts can have the same identifier", function* () {
    const contacts = yield* Contacts
    const caller = yield* newCaller
    yield* contacts.create(caller, { email: ada })
    const { uuid } = yield* contacts.create(caller, { email: ada })
    yield* contacts.update(caller, uuid, { email: ada.toUpperCase() })
    assert.lengthOf(yield* contactsOf(caller.workspace), 2)
  })

  test("C2: each identifier of another contact is rejected, with all other issues (W4)", function* () {
    const contacts = yield* contactsWith(true)
    const caller = yield* newCaller
    const others = { chatappId: "49171001", socialmsgId: "ada" }
    const given = { ...others, externalContactId: "crm-1", email: ada, phoneNumber: "+49 170 001" }
    const { uuid } = yield* contacts.create(caller, given)
    yield* contacts.archive(caller, uuid)
    const again = { ...others, externalContactId: " crm-1 ", email: " ADA@example.org", phoneNumber: "0049-170001" }
    assert.deepStrictEqual(yield* refusal(contacts.create(caller, { ...again, firstName: "a\0b" })), [
      "value_error firstName",
      "already_exists externalContactId",
      "already_exists email",
      "already_exists phoneNumber",
      "already_exists chatappId",
      "already_exists socialmsgId"
    ])
    const unusable = contacts.create(caller, { email: ada, socialmsgId: "a\0b" })
    assert.deepStrictEqual(yield* refusal(unusable), ["value_error socialmsgId", "already_exists email"])
    yield* contacts.create(yield* newCaller, given)
    yield* contacts.create(caller, { phoneNumber: "49171001", email: "bob@example.org" })
  })

  test("C2: an update is rejected only for identifiers that it changes", function* () {
    const [free, unique] = [yield* contactsWith(false), yield* contactsWith(true)]
    const caller = yield* newCaller
    const shared = { email: ada, phoneNumber: "49170001" }
    const one = yield* free.create(caller, shared)
    const two = yield* free.create(caller, { ...shared, chatappId: "49170002" })
    yield* free.create(caller, { chatappId: "49170003" })
    yield* unique.update(caller, two.uuid, { firstName: "Ada", email: ada.toUpperCase(), chatappId: "4-9170002" })
    const clash = unique.update(caller, one.uuid, { email: "new@example.org", chatappId: "+49170003" })
    assert.deepStrictEqual(yield* refusal(clash), ["already_exists chatappId"])
    assert.deepStrictEqual(yield* free.get(caller, one.uuid), one)
    const changed = yield* unique.update(caller, one.uuid, { email: "new@example.org", phoneNumber: null })
    assert.deepInclude(changed, { email: "new@example.org", phoneNumber: null })
  })
})

suite(services)("a contact that is missing in the workspace", (test) => {
  test("A1, C7: is not found, whether it is another workspace's or erased", function* () {
    const contacts = yield* Contacts
    const erasure = yield* ContactErasure
    const [mine, theirs] = [yield* newCaller, yield* newCaller]
    const { uuid } = yield* contacts.create(mine, { email: ada })
    const foreign = yield* contacts.create(theirs, { email: ada })
    yield* erasure.erase(mine, uuid)
    for (const missing of [uuid, foreign.uuid]) {
      for (const call of [
        contacts.get(mine, missing),
        contacts.update(mine, missing, { firstName: "Mallory" }),
        contacts.archive(mine, missing),
        erasure.erase(mine, missing)
      ]) {
        assert.deepStrictEqual(yield* refusal<unknown, Effect.Error<typeof call>, never>(call), ["ContactNotFound"])
      }
    }
    assert.deepStrictEqual(yield* contactsOf(theirs.workspace), [foreign])
  })
})
