import { assert } from "@effect/vitest"
import type { InboundPerson } from "@rollcall/core/channel"
import { systemCaller } from "@rollcall/core"
import { dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Effect } from "effect"
import { suite } from "../../Suite.ts"
import { applied, type Fixture, messageTo, none } from "./InboxFixture.ts"

const [number, userId] = ["4917000000000", "US.13491208655302741918"]
const [otherNumber, otherId] = ["4917000000009", "DE.13491208655302741919"]

/** A fixture with a process, and what tests of people do with it. */
const begin = Effect.gen(function* () {
  const fixture = yield* dispatchFixture(scriptedChannel())
  yield* fixture.startProcess
  const { workspace } = fixture
  let messages = 0
  return {
    ...fixture,
    says: (text: string, from: string, with_: { readonly userId?: string } = {}) =>
      take(fixture, { messages: [{ ...messageTo(fixture, `in ${messages++}`, text, from), ...with_ }] }),
    reports: (...people: ReadonlyArray<Omit<InboundPerson, "workspace">>) =>
      take(fixture, { people: people.map((person) => ({ workspace, ...person })) }),
    /** Those of these recipients who are left out. */
    leftOut: (...identifiers: ReadonlyArray<string>) =>
      Effect.map(fixture.broadcasts.validate(fixture.caller, to(...identifiers)), ({ warnings }) =>
        warnings.map(({ identifier }) => identifier)
      )
  }
})

const take = (fixture: Fixture, given: Partial<typeof none>) =>
  Effect.andThen(fixture.inbox.take("chatapp", { ...none, ...given }), applied(fixture))

const to = (...identifiers: ReadonlyArray<string>) => {
  const request = reminderTo(identifiers.length)
  const recipients = request.recipients.map((recipient, index) => ({
    ...recipient,
    identifier: identifiers[index] ?? ""
  }))
  return { ...request, recipients }
}

suite(storage)("people with a user id", (test) => {
  test("C8, C11: who have only an id ask for no more messages by it, and are opted out by hand", function* () {
    const { caller, contacts, leftOut, optOuts, says, workspace } = yield* begin
    const { uuid } = yield* contacts.create(systemCaller(workspace), { chatappId: userId })
    assert.deepStrictEqual(yield* leftOut(userId, otherId), [])
    yield* says("STOP", userId)
    assert.deepStrictEqual(yield* leftOut(userId, otherId), [userId])
    assert.strictEqual((yield* optOuts.get(systemCaller(workspace), uuid)).optOut?.source, "message")
    yield* optOuts.optIn(caller, uuid)
    assert.deepStrictEqual(yield* leftOut(userId), [])
    assert.strictEqual((yield* optOuts.optOut(caller, uuid)).optOut?.source, "request")
    assert.deepStrictEqual(yield* leftOut(userId), [userId])
  })

  test("C11: a number and an id that arrive together belong to one person: a later stop by the id excludes the number", function* () {
    const { contacts, leftOut, reports, says, workspace } = yield* begin
    const { uuid } = yield* contacts.create(systemCaller(workspace), { phoneNumber: `+${number}` })
    const byId = yield* contacts.create(systemCaller(workspace), { chatappId: otherId })
    yield* reports({ number, userId }, { number: otherNumber, userId: otherId })
    assert.strictEqual((yield* contacts.get(systemCaller(workspace), uuid)).chatappId, userId)
    assert.strictEqual((yield* contacts.get(systemCaller(workspace), byId.uuid)).phoneNumber, `+${otherNumber}`)
    yield* says("STOP", userId)
    assert.deepStrictEqual(yield* leftOut(number, otherNumber), [number])
  })

  test("C11: an opt-out applies to both addresses of a person without a contact, in any order", function* () {
    const { leftOut, reports, says } = yield* begin
    yield* says("STOP", number, { userId })
    assert.deepStrictEqual(yield* leftOut(number, userId), [number, userId])
    yield* says("STOP", otherNumber)
    yield* reports({ number: otherNumber, userId: otherId })
    assert.deepStrictEqual(yield* leftOut(otherId), [otherId])
  })

  test("C11: no contact gets another contact's address, or an address that several could have", function* () {
    const { contacts, reports, workspace } = yield* begin
    const fields = [
      { phoneNumber: `+${number}` },
      { chatappId: userId },
      { phoneNumber: `+${otherNumber}`, firstName: "One" },
      { phoneNumber: `+${otherNumber}`, firstName: "Two" }
    ]
    const made = yield* Effect.forEach(fields, (given) => contacts.create(systemCaller(workspace), given))
    yield* reports({ number, userId }, { number: otherNumber, userId: otherId })
    for (const contact of made)
      assert.deepStrictEqual(yield* contacts.get(systemCaller(workspace), contact.uuid), contact)
  })

  test.each([
    {
      what: "number",
      given: { phoneNumber: `+${number}` },
      report: { number: otherNumber, former: number },
      now: otherNumber
    },
    {
      what: "number, with its id,",
      given: { phoneNumber: `+${number}`, chatappId: userId },
      report: { number: otherNumber, userId: otherId, former: number },
      now: otherId
    },
    { what: "id", given: { chatappId: userId }, report: { userId: otherId, former: userId }, now: otherId }
  ])("C11: a changed $what moves with the person, and so does the opt-out", function* ({ given, now, report }) {
    const { contacts, leftOut, optOuts, reports, says, workspace } = yield* begin
    const { uuid } = yield* contacts.create(systemCaller(workspace), given)
    yield* says("STOP", report.former)
    yield* reports(report)
    yield* reports(report)
    const { chatappId, phoneNumber } = yield* contacts.get(systemCaller(workspace), uuid)
    const addresses = [chatappId, phoneNumber?.slice(1)]
    assert.include(addresses, now)
    assert.notInclude(addresses, report.former)
    assert.deepStrictEqual(yield* leftOut(now), [now])
    assert.isNotNull((yield* optOuts.get(systemCaller(workspace), uuid)).optOut)
    yield* optOuts.optIn(systemCaller(workspace), uuid)
    assert.deepStrictEqual(yield* leftOut(now), [])
  })

  test("C11: a changed number's opt-out moves without a contact, and never back", function* () {
    const { leftOut, reports, says } = yield* begin
    yield* says("STOP", number)
    yield* reports({ number: otherNumber, former: number })
    assert.deepStrictEqual(yield* leftOut(otherNumber), [otherNumber])
    yield* says("STOP", otherId)
    yield* reports({ userId: otherId, former: userId })
    assert.deepStrictEqual(yield* leftOut(userId), [])
  })
})
